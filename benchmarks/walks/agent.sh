# A developer of an agent: what there is, what a tool takes, functions for a model, and a lock.
registry search --registry "$SITE" "$QUESTION"
python -c "from registry.client import Catalogue; print(Catalogue.open('$SITE').tool('$TOOL').description)"
python -c "from registry.client import Catalogue; print(Catalogue.open('$SITE').functions(['$TOOL'], 'openai'))"
registry lock add "$TOOL" --registry "$SITE"
