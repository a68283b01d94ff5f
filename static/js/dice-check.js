/* Check files of sealed dice in the reader's own browser, as docs/dice.md describes.
   Findings and wording match rulesets/core/cup_check.py. Uses WebCrypto where the browser offers it, else the SHA-256
   below, which needs no secure origin. Nothing leaves the page. */

const SCHEMA = 1, LARGEST = 999999999, LONGEST_KEY = 500, MOST_DICE = 100;
const MOST_SIDES = 2, MOST_LINES = 5000, MOST_CUPS = 1000, MOST_FINDINGS = 1000;

/* ---- SHA-256 and HMAC ---- */

const ROUNDS = [], START = [];
for (let n = 2; ROUNDS.length < 64; n++) {
  let isPrime = true;
  for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false;
  if (!isPrime) continue;
  if (START.length < 8) START.push((Math.sqrt(n) * 4294967296) | 0);
  ROUNDS.push(fraction32(Math.cbrt(n)));
}
function fraction32(x) { return ((x - Math.floor(x)) * 4294967296) | 0; }

function plainSha256(bytes) {
  const length = bytes.length, padded = new Uint8Array((((length + 8) >> 6) + 1) << 6), view = new DataView(padded.buffer);
  padded.set(bytes);
  padded[length] = 0x80;
  view.setUint32(padded.length - 8, Math.floor(length / 536870912));
  view.setUint32(padded.length - 4, length << 3);
  const state = START.slice(), w = new Int32Array(64);
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) { w[i] = view.getInt32(at + 4 * i); continue; }
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const t1 = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
      const t2 = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => { state[i] = (state[i] + value) | 0; });
  }
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((value, i) => out.setInt32(4 * i, value));
  return new Uint8Array(out.buffer);
}

const plain = {
  name: "plain",
  sha256: async (bytes) => plainSha256(bytes),
  hmac: async (key, bytes) => {
    const pad = (mask) => Uint8Array.from({ length: 64 }, (_, i) => (i < key.length ? key[i] : 0) ^ mask);
    const join = (first, second) => { const all = new Uint8Array(first.length + second.length); all.set(first); all.set(second, first.length); return all; };
    return plainSha256(join(pad(0x5c), plainSha256(join(pad(0x36), bytes))));
  },
};
const webCrypto = {
  name: "webcrypto",
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)),
  hmac: async (key, bytes) => {
    const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", imported, bytes));
  },
};
export const engines = { plain, webcrypto: webCrypto };
export function bestEngine() { return globalThis.crypto && crypto.subtle ? webCrypto : plain; }

const toBytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
const toHex = (bytes) => Array.from(bytes, (byte) => (byte + 256).toString(16).slice(1)).join("");
const ascii = (text) => Uint8Array.from(text, (c) => c.charCodeAt(0));

/* ---- the formulas of docs/dice.md ---- */

export function canonical(value) {
  return JSON.stringify(value).replace(/[\u007f-\uffff]/g, (c) => "\\u" + (c.charCodeAt(0) + 65536).toString(16).slice(1));
}
const hash = async (engine, value) => toHex(await engine.sha256(ascii(canonical(value))));
const hmac = (engine, secret, value) => engine.hmac(secret, ascii(canonical(value)));

const keyParts = (line) => [line.rule, line.subject, line.turn, line.k];
const keyText = (line, k = line.k) => canonical([line.rule, line.subject, line.turn, k]);
const combined = (document) => document.entropies.map((line) => [line.side, line.entropy]).sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1));

async function facesDue(engine, document, line) {
  const secret = toBytes(document.secret), limit = 256 - (256 % line.sides), faces = [];
  const shared = canonical(["faces", document.cup, combined(document), keyParts(line)]).slice(0, -1);
  for (let block = 0; faces.length < line.faces.length; block++) {
    for (const byte of await engine.hmac(secret, ascii(`${shared},${block}]`))) {
      if (byte < limit && faces.length < line.faces.length) faces.push((byte % line.sides) + 1);
    }
  }
  return faces;
}
function chainStart(engine, d) {
  return hash(engine, ["cup", SCHEMA, d.cup, d.owner, d.owner_id, d.title, d.audience, d.opening, d.opened_on, d.commitment]);
}
function link(engine, before, line) {
  return hash(engine, ["line", before, line.n, ...keyParts(line), line.sides, line.faces, line.how, line.of, line.note]);
}
async function blindedHead(engine, document, head, chainHead) {
  const blind = toHex(await hmac(engine, toBytes(document.secret), ["head", head.step, head.at]));
  return hash(engine, [blind, chainHead, head.count, combined(document)]);
}

/* ---- the form ---- */

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const kind = (words, fits) => ({ words, fits });
const spelled = (pattern) => (value) => typeof value === "string" && new RegExp(`^(?:${pattern})$`).test(value);
const whole = (low, high = LARGEST) =>
  kind(`a whole number from ${low} to ${high}`, (value) => Number.isInteger(value) && value >= low && value <= high);
const figures = (number) => number.toLocaleString("en-US");
const listOf = (inner, most, words) =>
  kind(`a list of at most ${figures(most)} ${words}`, (value) => Array.isArray(value) && value.length <= most && value.every(inner.fits));
const objects = (most) => listOf(kind("", isObject), most, "objects");
const oneOf = (...words) => kind("one of " + words.join(", "), (value) => words.includes(value));
const TEXT = kind("text", (value) => typeof value === "string");
const ID = kind("16 characters of 0-9a-f", spelled("[0-9a-f]{16}"));
const HASH = kind("64 characters of 0-9a-f", spelled("[0-9a-f]{64}"));
const lengthOf = (text) => Array.from(text).length;
const RULE = kind(`text of at most ${LONGEST_KEY} characters`, (value) => TEXT.fits(value) && lengthOf(value) <= LONGEST_KEY);
const SUBJECT = kind(`a list of text with at most ${LONGEST_KEY} characters in all`, (value) =>
  Array.isArray(value) && value.length <= LONGEST_KEY && value.every(TEXT.fits) && lengthOf(value.join("")) <= LONGEST_KEY);
const HEADER = {
  schema: whole(SCHEMA, SCHEMA), cup: ID, owner: oneOf("battle", "turn", "practice"), owner_id: ID, title: TEXT,
  audience: TEXT, opening: whole(1), opened_on: kind("a day such as 1862-04-06", spelled("[0-9]{4}-[0-9]{2}-[0-9]{2}")),
  commitment: HASH, state: oneOf("taking", "frozen", "turned over"), entropies: objects(MOST_SIDES), heads: objects(MOST_LINES),
};
const OPENED = { secret: HASH, throws: objects(MOST_LINES) };
const ENTROPY = {
  side: kind("one word", spelled("[A-Za-z]{1,20}")),
  entropy: kind("64 characters of 0-9a-f, or absent", spelled("[0-9a-f]{64}|absent")),
};
const HEAD = { step: whole(0), at: TEXT, blinded: HASH };
const COUNTED = { count: whole(0) };
const THROW = {
  n: whole(1), rule: RULE, subject: SUBJECT, turn: whole(0), k: whole(0), sides: whole(0, 256),
  faces: listOf(whole(1, 256), MOST_DICE, "results"), how: oneOf("machine", "hand", "void"),
  of: kind("a cup's 16 characters, or empty", spelled("([0-9a-f]{16})?")), note: TEXT, hash: HASH,
};

function byCodePoint(one, other) {
  const a = Array.from(one, (c) => c.codePointAt(0)), b = Array.from(other, (c) => c.codePointAt(0));
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}
function misfits(where, value, form) {
  const found = [];
  for (const [name, wanted] of Object.entries(form)) {
    if (!Object.hasOwn(value, name)) found.push(`${where}${name} is missing.`);
    else if (!wanted.fits(value[name])) found.push(`${where}${name} must be ${wanted.words}.`);
  }
  const others = Object.keys(value).filter((name) => !Object.hasOwn(form, name)).sort(byCodePoint);
  return found.concat(others.map((name) => `${where}${canonical(name)} is not a field of a cup file.`));
}
function formFaults(document) {
  if (!isObject(document)) return ["The cup must be an object."];
  const isOpen = document.state === "turned over";
  const faults = misfits("", document, isOpen ? { ...HEADER, ...OPENED } : HEADER);
  if (faults.length) return faults;
  const parts = { entropies: ENTROPY, heads: isOpen ? { ...HEAD, ...COUNTED } : HEAD, ...(isOpen ? { throws: THROW } : {}) };
  for (const [name, form] of Object.entries(parts)) {
    document[name].forEach((item, i) => faults.push(...misfits(`${name} ${i + 1}: `, item, form)));
  }
  return faults;
}

/* ---- findings ---- */

function lineFaults(document, ledger, line, place) {
  const found = [], say = (code, sentence) => found.push([code, sentence]);
  if (line.n !== place) say("order", `Line ${place} has number ${line.n}: a line is missing or out of order.`);
  const isVoid = line.sides === 0 && line.of !== "" && !line.faces.length, isThrow = line.sides >= 2 && line.faces.length > 0;
  const key = keyText(line);
  if (!(line.how === "void" ? isVoid : isThrow)) {
    say("words", `Line ${place}: a roll must have results; a void must have none, and name a cup.`);
    return [found, false];
  }
  if (line.how === "void") {
    if (ledger.counts.has(key) !== (line.of === document.cup) || ledger.voids.has(key)) {
      say("void", `Line ${place} voids ${key}, but that roll is void or not in the cup it names.`);
    }
    ledger.voids.add(key);
    return [found, false];
  }
  if (line.faces.some((face) => face > line.sides)) say("range", `Line ${place}: dice with ${line.sides} sides cannot show ${canonical(line.faces)}.`);
  if (place <= ledger.frozenAt) say("early", `Line ${place} was rolled before the random digits were frozen.`);
  if (line.k && !ledger.voids.has(keyText(line, line.k - 1))) say("again", `Line ${place} rerolls ${key}, but the roll before it is not void.`);
  if (line.of === "" && !ledger.counts.has(key) && !ledger.voids.has(key)) ledger.counts.add(key);
  else if (line.of === "" || line.how === "machine") say("again", `Line ${place} rolls ${key} a second time.`);
  else if ((line.of === document.cup) !== ledger.counts.has(key)) say("beside", `Line ${place} is beside a roll of ${key}, but that roll is not in the cup it names.`);
  return [found, line.how === "machine"];
}
async function openFaults(engine, document) {
  const found = [];
  if (toHex(await engine.sha256(toBytes(document.secret))) !== document.commitment) found.push(["commitment", "The secret does not match the commitment."]);
  const hashes = [await chainStart(engine, document)];
  const ledger = { counts: new Set(), voids: new Set(), frozenAt: document.heads.length ? document.heads[0].count : LARGEST };
  for (const [i, line] of document.throws.entries()) {
    const place = i + 1;
    if ((await link(engine, hashes[i], line)) !== line.hash) found.push(["chain", `Line ${place}: its hash does not follow from its content and the line before.`]);
    const [faults, isMachine] = lineFaults(document, ledger, line, place);
    found.push(...faults);
    if (isMachine) {
      const due = canonical(await facesDue(engine, document, line));
      if (due !== canonical(line.faces)) found.push(["faces", `Line ${place}: the secret gives ${due}, but the ledger says ${canonical(line.faces)}.`]);
    }
    hashes.push(line.hash);
  }
  return found.concat(await headFaults(engine, document, hashes));
}
async function headFaults(engine, document, hashes) {
  const found = [];
  let last = 0;
  for (const head of document.heads) {
    if (!(last <= head.count && head.count < hashes.length)) {
      found.push(["head", `The checkpoint of step ${head.step} counts ${head.count} lines, which is impossible.`]);
      continue;
    }
    if ((await blindedHead(engine, document, head, hashes[head.count])) !== head.blinded) {
      found.push(["head", `The checkpoint of step ${head.step} does not match the random digits and lines 1 to ${head.count}.`]);
    }
    last = head.count;
  }
  if (!document.heads.length || last !== hashes.length - 1) found.push(["end", `The last checkpoint counts ${last} lines, but the ledger has ${hashes.length - 1}.`]);
  return found;
}
function outlineFaults(document) {
  const found = [], sides = document.entropies.map((line) => line.side);
  const inOrder = sides.every((side, i) => !i || byCodePoint(sides[i - 1], side) < 0);
  if (!inOrder || (sides.length > 0) === (document.state === "taking")) found.push(["entropies", "From the freeze on, there must be one line of random digits per side, in order."]);
  if (!document.heads.every((head, i) => head.step === i)) found.push(["head", "The checkpoints must be numbered 0, 1, 2, and so on: one is missing or out of order."]);
  if (document.state !== "turned over") found.push(["closed", "This cup is not revealed yet. You can check its rolls once it is."]);
  return found;
}
function keptFaults(document, kept) {
  const found = [], mine = kept.get(document.cup) || [];
  if (kept.size && !mine.length) found.push(["kept", "None of the lines you kept belong to this cup."]);
  const heads = new Map(document.heads.map((head) => [head.step, head.blinded]));
  for (const item of mine) {
    if (item.step === null) {
      if (item.value !== document.commitment) found.push(["kept", "The commitment you kept differs from the one in the file."]);
    } else if (!heads.has(item.step)) found.push(["kept", `You kept a checkpoint of step ${item.step}, but the file has none.`]);
    else if (heads.get(item.step) !== item.value) found.push(["kept", `The checkpoint of step ${item.step} you kept differs from the one in the file.`]);
  }
  return found;
}
export async function check(document, kept = new Map(), engine = bestEngine()) {
  let faults = formFaults(document).map((sentence) => ["form", sentence]);
  if (!faults.length) {
    faults = outlineFaults(document);
    if (document.state === "turned over") faults.push(...(await openFaults(engine, document)));
    faults.push(...keptFaults(document, kept));
  }
  const cup = isObject(document) && typeof document.cup === "string" ? document.cup : "";
  return faults.map(([code, sentence]) => ({ cup, code, sentence }));
}
export function checkTogether(documents) {
  const counts = new Map(), found = [];
  const inOrder = documents.slice().sort((a, b) => a.opening - b.opening || (a.cup < b.cup ? -1 : a.cup > b.cup ? 1 : 0));
  for (const document of inOrder) {
    (document.throws || []).forEach((line, i) => {
      const whose = canonical([document.owner, document.owner_id, document.audience, keyParts(line)]), first = counts.get(whose);
      const say = (sentence) => found.push({ cup: document.cup, code: "again", sentence });
      if (line.of === "") {
        if (first === undefined) counts.set(whose, document.cup);
        else if (first !== document.cup) say(`Line ${i + 1} rolls ${keyText(line)}, but cup ${first} rolled it first.`);
      } else if (first !== undefined && line.of !== first) {
        say(`Line ${i + 1} names cup ${line.of} for the roll of ${keyText(line)}, but it is in cup ${first}.`);
      }
    });
  }
  return found;
}

/* ---- reading files and kept lines ---- */

const GAP = "[ \\t\\r\\n\\u00a0]+";
const KEPT = `cup${GAP}([0-9a-f]{16})${GAP}(?:commitment|step${GAP}([0-9]{1,9})${GAP}head)${GAP}([0-9a-f]{64})`;
export function readKept(text) {
  return Array.from(text.matchAll(new RegExp(KEPT, "g")), ([, cup, step, value]) => ({ cup, step: step ? Number(step) : null, value }));
}
export function readDocuments(text) {
  try {
    const value = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch { return null; }
}
export async function examine(text, keptText = "", engine = bestEngine()) {
  const documents = readDocuments(text), kept = readKept(keptText);
  if (documents === null) return [{ cup: "", code: "form", sentence: "This is not JSON." }];
  if (!documents.length) return [{ cup: "", code: "form", sentence: "The file has no cup in it." }];
  if (documents.length > MOST_CUPS) {
    const sentence = `The file has ${figures(documents.length)} cups. Check at most ${figures(MOST_CUPS)} at a time.`;
    return [{ cup: "", code: "form", sentence }];
  }
  const found = [], keptOfCups = byCup(kept);
  for (const document of documents) {
    for (const finding of await check(document, keptOfCups, engine)) found.push(finding);
    if (found.length > MOST_FINDINGS) return first(found);
  }
  if (/[^ \t\r\n\u00a0]/.test(keptText) && !kept.length) {
    found.push({ cup: "", code: "kept", sentence: "The lines you kept have no commitment or checkpoint as the journal writes them." });
  }
  if (!found.some((finding) => finding.code === "form")) found.push(...checkTogether(documents));
  return first(found);
}
function byCup(kept) {
  const once = new Map(kept.map((item) => [`${item.cup} ${item.step} ${item.value}`, item])), found = new Map();
  for (const item of once.values()) found.set(item.cup, found.get(item.cup) || []).get(item.cup).push(item);
  return found;
}
function first(found) {
  if (found.length <= MOST_FINDINGS) return found;
  return [...found.slice(0, MOST_FINDINGS), { cup: "", code: "more", sentence: `Only the first ${figures(MOST_FINDINGS)} faults are listed.` }];
}

/* ---- the page ---- */

const ADDRESS = /^\/(?:(?:c|games)\/[0-9a-f]{16}\/cups\/[0-9a-f]{16}(?:\/all)?|dice\/practice\/[0-9a-f]{16})\.json$/;

function element(name, words, css) {
  const made = document.createElement(name);
  if (words) made.textContent = words;
  if (css) made.className = css;
  return made;
}
function verdict(text, keptText, found) {
  const kept = readKept(keptText).length;
  if (found.length && found.every((finding) => finding.code === "closed")) {
    return ["warn", "Not yet revealed", "Everything that can be compared so far agrees."];
  }
  if (found.length) return ["bad", "Check failed", "This file doesn’t prove what it says."];
  const cups = readDocuments(text).length, what = cups === 1 ? "the cup" : `all ${cups} cups`;
  return ["ok", "Everything agrees", `In ${what}, the commitment, random digits, results, chain, and checkpoints agree. ` + (kept
    ? `So do the ${kept} lines you kept.`
    : "You compared no lines of your own. Without one, a roll could have been left out and the chain rebuilt.")];
}
function show(place, [css, title, sentence], found) {
  const box = element("div", "", "turn"), heading = element("h2", "", `say ${css}`), list = element("ul", "", "list light");
  const sign = document.querySelector("#signs").content.querySelector(`[data-kind=${css}]`);
  heading.append(sign.firstElementChild.cloneNode(true), element("span", title));
  box.append(heading, element("p", sentence));
  for (const finding of found) {
    const item = element("li", finding.sentence);
    if (finding.cup) item.append(" ", element("span", `cup ${finding.cup}`, "cite"));
    list.append(item);
  }
  if (found.length) box.append(list);
  place.replaceChildren(box);
  place.scrollIntoView({ block: "nearest" });
}
function attach(form) {
  const place = document.getElementById("verdict"), field = (name) => form.elements.namedItem(name);
  form.querySelector("[data-where]").textContent = "Your browser checks it. Nothing leaves this page.";
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    place.replaceChildren(element("p", "Checking.", "quiet"));
    try {
      const [file] = field("file").files, text = file ? await file.text() : field("text").value, kept = field("kept").value;
      if (!text.trim()) { show(place, ["warn", "Nothing to check", "Paste a cup file, or choose one."], []); return; }
      const found = await examine(text, kept);
      show(place, verdict(text, kept, found), found);
    } finally {
      delete form.dataset.sent;
      form.removeAttribute("aria-busy");
    }
  });
  /* "Check this cup" leads here with the file's address after the #. */
  async function fetchDocument() {
    const address = decodeURIComponent(location.hash.slice(1));
    if (!ADDRESS.test(address)) return;
    const answer = await fetch(address, { headers: { Accept: "application/json" } }).catch(() => null);
    if (answer && answer.ok && (answer.headers.get("Content-Type") || "").includes("json")) {
      field("text").value = await answer.text();
      form.requestSubmit();
    } else show(place, ["warn", "Couldn’t load the cup file", "Log in first, or paste the file below."], []);
  }
  addEventListener("hashchange", fetchDocument);
  fetchDocument();
}
const page = globalThis.document && document.querySelector("form[data-dice-check]");
if (page) attach(page);
