/* Orders of battle by drag and by keys. Both fill in the form, which does the same without this. */
(() => {
  const form = document.querySelector('form[data-order]');
  if (!form) return;
  const tree = form.querySelector('.order'), hint = form.querySelector('[data-hint]'), usual = hint.textContent;
  const { to, stands, name, commander } = form.elements;
  const kindOf = (at) => (at.match(/([bpg])\d+$/) || at.match(/(d)\d+$/) || at.match(/(c)\d+$/) || [, ''])[1];
  const commandOf = (at) => at.replace(/[bpg]\d+$/, '');
  const rowOf = (node) => node.closest('[data-at]');
  const radioOf = (row) => row.querySelector('input[name=what]');
  let carried = null;

  const say = (words) => { hint.textContent = words || usual; };
  const called = (row) => (row.querySelector('b') || row.querySelector('label') || row).textContent.trim();
  const press = (kind) => form.requestSubmit(form.querySelector(`button[value=${kind}]`));

  const choose = (row) => {
    const radio = radioOf(row);
    radio.checked = true;
    const label = radio.closest('label'), own = label.querySelector('b'), who = label.querySelector('i');
    name.value = own ? own.textContent : kindOf(row.dataset.at) === 'g' ? label.firstChild.nextSibling.textContent.trim() : '';
    commander.value = who ? who.textContent : '';
  };

  const pickUp = (row) => {
    if (!/^[bpgd]$/.test(kindOf(row.dataset.at))) return say('Choose a strength point, a battery, a brigade, or a division to move.');
    choose(row);
    carried = row.dataset.at;
    say(`Moving ${called(row)}: choose where with the arrow keys, then press Enter. Escape cancels.`);
  };
  const putBack = () => { carried = null; say(''); };

  /* Where a part may be dropped: an address of the list of commands, or nothing. */
  const targetFor = (what, at) => {
    const command = commandOf(at), kind = kindOf(what);
    if (kind === 'p') return kindOf(command) === 'd' ? command : `new${command}`;
    if (kind === 'g') return command || 'army';
    return (command.match(/^c\d+/) || ['army'])[0];
  };
  const drop = (row) => {
    const what = carried, at = row.dataset.at;
    putBack();
    if (what === null || what === at) return;
    choose(rowOf(tree.querySelector(`input[value="${what}"]`)));
    if (kindOf(what) === 'b') {
      if (kindOf(at) !== 'b') return say('A brigade goes to another brigade of its division.');
      to.value = at;
      stands.focus();
      return say(`Enter how many stands go to ${called(row)} and press Shift stands, or press Merge.`);
    }
    to.value = targetFor(what, at);
    press('move');
  };

  for (const row of tree.querySelectorAll('[data-at]')) {
    if (/^[bpgd]$/.test(kindOf(row.dataset.at))) row.draggable = true;
  }
  tree.addEventListener('change', (event) => { if (carried === null) choose(rowOf(event.target)); });
  tree.addEventListener('dragstart', (event) => {
    const row = rowOf(event.target);
    event.stopPropagation();
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', called(row));
    pickUp(row);
  });
  tree.addEventListener('dragover', (event) => {
    if (carried === null || !rowOf(event.target)) return;
    event.preventDefault();
    for (const old of tree.querySelectorAll('.over')) old.classList.remove('over');
    rowOf(event.target).classList.add('over');
  });
  tree.addEventListener('drop', (event) => { event.preventDefault(); drop(rowOf(event.target)); });
  tree.addEventListener('dragend', () => {
    for (const old of tree.querySelectorAll('.over')) old.classList.remove('over');
    if (carried !== null) putBack();
  });

  form.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = tree.contains(event.target) ? rowOf(event.target) : null;
    if (event.key === 'Escape' && carried !== null) {
      const at = carried;
      putBack();
      choose(rowOf(tree.querySelector(`input[value="${at}"]`)));
      radioOf(rowOf(tree.querySelector(`input[value="${at}"]`))).focus();
    } else if (event.key === 'Enter' && event.target.matches('input')) {
      event.preventDefault();
      if (row && carried !== null) drop(row);
      else if (event.target === name || event.target === commander) press('rename');
      else if (event.target === stands) press(/b\d+$/.test(to.value) ? 'shift' : 'split');
    } else if (row && event.key === 'm') {
      event.preventDefault();
      pickUp(row);
    } else if (row && event.key === 's') {
      event.preventDefault();
      stands.focus();
    } else if (row && event.key === 'n') {
      event.preventDefault();
      name.focus();
      name.select();
    }
  });

  const here = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (here && here.dataset.at !== undefined) {
    choose(here);
    /* The browser drops the focus when it scrolls to the address’s anchor, so take it afterward. */
    window.addEventListener('load', () => requestAnimationFrame(() => radioOf(here).focus({ preventScroll: true })));
  }
})();
