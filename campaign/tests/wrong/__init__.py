"""What nobody should send, sent to every address that takes a request that acts.

`routes` asks each address of the URLconf what it takes; `site` sends, and sees whether a row changed; `eyes`
reads pages as a person does, for links and for values of fields; `values` knows, from a form's own fields, what is
right and what is wrong in them; `tries` finds a request that is really carried out; `table` then spoils it in every
way. Addresses and fields are found, never listed: what is new is covered, or the test says that nobody can reach it.
"""
