import time, pytest

pytestmark = [pytest.mark.django_db]
from campaign.tests.harness.tally import TALLY
from campaign.tests.harness import worlds as W
from war.tests import test_two_worlds as club, test_two_worlds_site as csite
from battles.tests import test_secrecy as battle, test_secrecy_site as bsite
import os


@pytest.mark.parametrize("m", [club, csite, battle, bsite], ids=["club", "csite", "battle", "bsite"])
def test_dead(m):
    w = m.WORLDS
    for b in w.bundles:
        print("==", b, [str(f) for f in b.facts])
        for st in b.stages:
            print("   ", [str(f) for f in st.facts], {l: (len(v), set(v.values())) for l, v in st.looks.items()})
        t = time.process_time()
        for f in b.facts:
            try:
                d = w.dead(b, f)
            except Exception as e:
                d = repr(e)[:300]
            if d:
                print("   DEAD", f, d)
        print("   cpu", time.process_time() - t)


@pytest.mark.parametrize("m", [club, csite, battle, bsite], ids=["club", "csite", "battle", "bsite"])
def test_run(m):
    w = m.WORLDS
    t = time.process_time()
    c = (TALLY.requests, TALLY.worlds)
    w.shared
    print("SHARED cpu", time.process_time() - t, TALLY.requests - c[0], TALLY.worlds - c[1])
    for b in w.bundles:
        t = time.process_time()
        c = (TALLY.requests, TALLY.worlds)
        found = [x for s in b.stages for x in w._seen(b, s)]
        print("==", b, "cpu", round(time.process_time() - t, 1), TALLY.requests - c[0], TALLY.worlds - c[1])
        for x in found[:6]:
            print("    ", str(x)[:600])
