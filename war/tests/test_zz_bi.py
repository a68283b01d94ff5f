from unittest import mock
import pytest
from campaign.tests.wrong import survey as s
from campaign.tests import test_bad_input as c
from battles.tests import test_bad_input as b
pytestmark = pytest.mark.django_db
old = s.acting
def some(app, site):
    return [x for x in old(app, site) if "contact" in x[0].text]
def test_map():
    with mock.patch.object(s, "acting", some):
        def first():
            n = 0
            for site in c.stages():
                yield site
                n += 1
                if n >= 5: return
        print([r[0].text for r in some("war", c.Site(c.a_lively_club(), c.a_lively_club()))]) if False else None
        f = s.survey("campaign", first()) + s.survey.__wrapped__("war", []) if False else s.survey("war", first())
        assert f == [], "\n".join(f)
def test_battle():
    with mock.patch.object(s, "acting", some):
        def first():
            n = 0
            for site in b.stages():
                yield site
                n += 1
                if n >= 4: return
        f = s.survey("battles", first())
        assert f == [], "\n".join(f)
