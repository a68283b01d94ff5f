/* Rule pages at the table: show odds in the form, keep the last inputs but never dice, and lose nothing when the signal drops. */
(() => {
  const form = document.getElementById('ask');
  if (!form) return;
  const kept = 'np:ask:' + form.dataset.procedure;
  const mute = new Set(['csrfmiddlewaretoken', 'number', 'entropy', 'key', 'dice']);
  const fields = () => [...new FormData(form)].filter(([name]) => !mute.has(name));
  const query = () => new URLSearchParams(fields());

  const keep = () => { try { localStorage.setItem(kept, JSON.stringify(fields())); } catch { /* private window */ } };
  const restore = () => {
    let values;
    try { values = JSON.parse(localStorage.getItem(kept)); } catch { return; }
    if (!values || location.search || document.querySelector('.result, .errors')) return;
    const typed = new Map(values);
    for (const control of form.elements) {
      if (!control.name || mute.has(control.name)) continue;
      const before = control.type === 'checkbox' ? control.checked : control.value;
      if (control.type === 'checkbox') control.checked = typed.has(control.name);
      else if (typed.has(control.name)) control.value = typed.get(control.name);
      const fold = control.closest('details');
      if (fold && before !== (control.type === 'checkbox' ? control.checked : control.value)) fold.open = true;
    }
  };
  document.querySelector('[data-clear]').addEventListener('click', () => {
    try { localStorage.removeItem(kept); } catch { /* nothing was stored */ }
  });
  if (matchMedia('(min-width: 64rem)').matches) {
    for (const part of document.querySelectorAll('[data-wide]')) part.open = true;
  }

  const place = document.getElementById('odds');
  let soon, asked = 0, asking = null;
  const odds = () => {
    if (!place) return;
    const mine = ask().finally(() => { if (asking === mine) asking = null; });
    asking = mine;
  };
  const ask = async () => {
    const turn = ++asked;
    const came = new URLSearchParams(query());
    if (place.dataset.came) came.set('came', place.dataset.came);
    const link = place.querySelector('[data-odds-link]');
    if (link) link.href = place.dataset.odds + '?' + came;
    try {
      const answer = await fetch(place.dataset.odds + '?' + came, { headers: { 'HX-Request': 'true' } });
      const text = await answer.text();
      if (turn !== asked) return;
      if (answer.status === 503) soon = setTimeout(odds, 1000 * answer.headers.get('Retry-After')); /* the site is busy */
      else if (answer.ok || answer.status === 422) place.innerHTML = text;
    } catch { /* keep the odds shown */ }
  };

  const signal = document.getElementById('signal');
  let waiting = false;
  const send = (button) => { waiting = false; signal.hidden = true; form.requestSubmit(button); };
  form.addEventListener('submit', (event) => {
    keep();
    clearTimeout(soon);
    if (navigator.onLine && !asking) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (navigator.onLine) asking.finally(() => send(event.submitter)); /* a small site calculates one thing at a time */
    else waiting = true;
    signal.hidden = !waiting;
    delete form.dataset.sent; /* app.js blocks a sent form; this one was not sent */
    form.removeAttribute('aria-busy');
  }, true);
  addEventListener('online', () => { if (waiting) send(); });

  form.addEventListener('input', () => {
    keep();
    if (place) place.dataset.came = '';
    clearTimeout(soon);
    soon = setTimeout(odds, 250);
  });
  restore();
  odds();
})();
