"""Small reference servers that speak OTC, OXP and OpenTool, each started with one command.

They need nothing but Python: people run them to try a client, and the tests of this project call
them as the real thing. `otc` and `opentool` are the commands, `tools/` is what they serve.
"""
