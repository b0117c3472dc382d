"""A table of a hand-written page can be read on a narrow screen."""

from __future__ import annotations

from registry.site.docs_tables import labelled

TABLE = """<p>1</p><table>
<thead>
<tr>
<th>system</th>
<th style="text-align: right;">first "words" of <code>q</code></th>
<th></th>
</tr>
</thead>
<tbody>
<tr>
<td>2 words</td>
<td style="text-align: right;"><strong>0.861</strong></td>
<td>3</td>
</tr>
<tr>
<td>FTS5</td>
<td style="text-align: right;">none</td>
<td></td>
</tr>
</tbody>
</table>"""


PAIRS = """<table>
<tr><th>system</th><th>first</th></tr>
<tr><td>2 words</td><td>0.861</td></tr>
<tr><td>FTS5</td><td>none</td></tr>
</table>"""


def test_each_cell_behind_the_first_names_its_column() -> None:
    label = ' data-label="first &quot;words&quot; of q"'

    assert labelled(TABLE) == TABLE.replace(';"><strong>', f';"{label}><strong>').replace(
        ';">none', f';"{label}>none'
    )


def test_of_pairs_only_a_number_names_its_column() -> None:
    assert labelled(PAIRS) == PAIRS.replace("<td>0.861", '<td data-label="first">0.861')


def test_what_is_no_table_stays_as_it_is() -> None:
    assert labelled("<p>1 td</p>") == "<p>1 td</p>"


def test_a_long_address_is_not_broken_before_its_host() -> None:
    row = (
        "<table><tr><td><code>https://registry.example/{}utcp-config.json</code></td></tr></table>"
    )

    assert labelled(row.format("")) == row.format("<wbr>").replace("<code>", '<code class="long">')


def test_a_long_path_that_begins_a_row_can_be_broken_at_each_slash() -> None:
    short, long = "/v1/tools.json", "/v1/manuals/&lt;publisher&gt;/&lt;manual&gt;/{v}/mcp.json"
    row = "<table><tr><td><code>{}</code></td><td><code>{}</code></td></tr></table>"
    broken = long.replace("/", "/<wbr>")

    assert labelled(row.format(short, long)) == row.format(short, long)
    assert labelled(row.format(long, short)) == row.format(long, short).replace(
        f"<code>{long}", f'<code class="long">{broken}'
    )


def test_a_number_stays_beside_its_unit_but_in_code() -> None:
    row = "<table><tr><td>8.61 s (5 ms to 10 MB)</td><td><code>sleep 5 s</code></td></tr></table>"

    assert labelled(row) == row.replace(
        "8.61 s (5 ms to 10 MB", "8.61&nbsp;s (5&nbsp;ms to 10&nbsp;MB"
    )
