// Records in IndexedDB, for pyroll's store port (pyroll/store.py says what each operation means; pyroll/app/indexed.py
// is its only caller). Only text and numbers cross between Python and here.
//
// A batch is one transaction: what each operation expects is checked inside it, so two tabs never overwrite each other.
// The other tabs hear of every batch that was kept.
const NAME = "pyroll";
const LARGE = 200; // of a larger batch only the news is told, not its keys

const reply = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const ended = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException("aborted", "AbortError"));
  });

// Why nothing can be kept, in the port's words
const reason = ({ name } = {}) =>
  name === "QuotaExceededError" ? "full" : ["SecurityError", "NotAllowedError"].includes(name) ? "denied" : "gone";

const connect = () =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1); // throws where storage is refused altogether
    request.onupgradeneeded = () => {
      request.result.createObjectStore("records", { keyPath: ["kind", "key"] });
      request.result.createObjectStore("meta");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new DOMException("blocked", "InvalidStateError"));
  });

// In the order of keys an array stands above every string
const range = (kind, after, before) => IDBKeyRange.bound([kind, after], [kind, before ?? []], true, true);

const fits = (operation, found) => {
  if (operation.do === "put" || operation.do === "delete") return operation.base === (found?.revision ?? 0);
  return operation.do === "purge" || found === undefined || found.value === operation.value;
};

let database;
let connecting;
let news;

// Another tab with a newer pyroll must not wait for this one; a browser may also close what it wants to erase
const watch = (mine) => {
  const drop = () => {
    mine.close();
    if (database === mine) database = connecting = undefined;
  };
  mine.onversionchange = drop;
  mine.onclose = drop;
  return mine;
};
const fresh = async () => {
  connecting ??= connect().then(watch);
  try {
    database = await connecting;
  } catch (error) {
    connecting = undefined;
    throw error;
  }
  return database;
};

const read = async (stores, ask) => ask((await fresh()).transaction(stores, "readonly"));

const write = async ({ operations, schema }) => {
  const transaction = (await fresh()).transaction(["records", "meta"], "readwrite", { durability: "strict" });
  const end = ended(transaction);
  end.catch(() => {}); // whoever waits hears of it; until then nobody may be waiting yet
  const records = transaction.objectStore("records");
  const meta = transaction.objectStore("meta");
  const [batches, ...found] = await Promise.all([
    reply(meta.get("batches")),
    ...operations.map(({ kind, key }) => reply(records.get([kind, key]))),
  ]);
  const refused = operations.flatMap((operation, index) =>
    fits(operation, found[index]) ? [] : [{ index, found: found[index] ?? null }],
  );
  if (refused.length) return { refused };
  const revision = (batches ?? 0) + 1;
  operations.forEach(({ do: what, kind, key, value }, index) => {
    if (what === "delete" || what === "purge") records.delete([kind, key]);
    else if (what === "put" || found[index] === undefined) records.put({ kind, key, value, revision });
  });
  meta.put(revision, "batches");
  if (schema !== null) meta.put(schema, "schema");
  await end;
  news?.postMessage(operations.length > LARGE ? null : operations.map(({ kind, key }) => [kind, key]));
  return { done: revision };
};

// What was asked for as JSON, or why there is no answer
const told = async (work) => {
  try {
    return JSON.stringify(await work());
  } catch (error) {
    console.warn("storage:", error);
    return JSON.stringify({ failed: reason(error) });
  }
};

// Whether there is a database at all
export const open = () =>
  told(async () => {
    await fresh();
    return { found: true };
  });

export const schema = () =>
  told(async () => ({
    found: (await read(["meta"], (transaction) => reply(transaction.objectStore("meta").get("schema")))) ?? 0,
  }));

export const commit = (batch) => told(() => write(JSON.parse(batch)));

export const get = (kind, key) =>
  told(async () => ({
    found: (await read(["records"], (transaction) => reply(transaction.objectStore("records").get([kind, key])))) ?? null,
  }));

export const scan = (kind, after, before, newest, most) =>
  told(async () => {
    const found = await read(["records"], async (transaction) => {
      const records = transaction.objectStore("records");
      const wanted = range(kind, after, before ?? undefined);
      if (!newest || most == null) return reply(records.getAll(wanted, most ?? undefined));
      // The last ones: find the first of them, then read forwards (a cursor would take a turn for each record)
      const request = records.openKeyCursor(wanted, "prev");
      let cursor = await reply(request);
      if (!cursor || most === 0) return [];
      const last = cursor.primaryKey;
      if (most === 1) return reply(records.getAll(last));
      cursor.advance(most - 1);
      cursor = await reply(request);
      return reply(records.getAll(cursor ? IDBKeyRange.bound(cursor.primaryKey, last) : wanted));
    });
    return { found: newest ? found.reverse() : found };
  });

// Another tab kept something: calls `heard` with its keys as JSON, or with null where they are too many to tell
export const listen = (heard) => {
  if (!globalThis.BroadcastChannel) return;
  news = new BroadcastChannel(`${NAME}.store`);
  news.onmessage = ({ data }) => heard(JSON.stringify(data));
};
