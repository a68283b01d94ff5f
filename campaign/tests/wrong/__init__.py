"""Bad input for every address that acts.

`routes` asks each address which methods it takes; `site` sends requests and detects changed rows; `eyes` reads pages
for links and field values; `values` derives good and bad values from a form's fields; `tries` finds a request that is
accepted; `table` then breaks it in every way. Addresses and fields are discovered, never listed, so a new one is
covered, or the test reports that nobody can reach it.
"""
