import { logKey, type LogEntry } from './log-entry.ts'
import { strayChannel } from './stray-channel.ts'

/**
 * Logs each write transaction of this worker in the transaction itself. So an entry exists exactly if its transaction was
 * committed, in the order of commits, even if the worker dies. The epoch is read here once more, without the engine. Every
 * write transaction of the engine has the table `meta` in its scope.
 */

const worker = crypto.randomUUID()
const strays = new BroadcastChannel(strayChannel)
let holds = 0

const { transaction } = IDBDatabase.prototype
const original = { ...pick(IDBObjectStore.prototype) }
const entries = new WeakMap<IDBTransaction, LogEntry>()

function pick({ get, put, add, delete: remove, clear }: IDBObjectStore) {
  return { get, put, add, remove, clear }
}

/** The engine may abort the transaction. That is neither an error of the log nor of the engine. */
function quiet(request: IDBRequest): void {
  request.onerror = (event) => {
    event.preventDefault()
    event.stopPropagation()
  }
}

function keep(meta: IDBObjectStore, entry: LogEntry): void {
  const key = `${logKey}|${String(entry.number).padStart(6, '0')}`
  quiet(original.put.call(meta, { key, entry }))
}

/** The requests of the log are the transaction's first, so their results are available before the engine writes. */
function follow(written: IDBTransaction): void {
  const meta = written.objectStore('meta')
  const writer = original.get.call(meta, 'writer') as IDBRequest<{ epoch: number } | undefined>
  const log = original.get.call(meta, logKey) as IDBRequest<{ entries: number } | undefined>
  quiet(writer)
  quiet(log)
  log.onsuccess = () => {
    const number = (log.result?.entries ?? 0) + 1
    quiet(original.put.call(meta, { key: logKey, entries: number }))
    const entry: LogEntry = {
      number,
      worker,
      holds,
      epoch: writer.result?.epoch ?? 0,
      claims: null,
      wrote: early.get(written) ?? [],
    }
    entries.set(written, entry)
    keep(meta, entry)
  }
  written.addEventListener('complete', () => {
    holds = entries.get(written)?.claims ?? holds
  })
}

/** Tables that were written before the results of the log's own requests. */
const early = new WeakMap<IDBTransaction, string[]>()

function note(store: IDBObjectStore, value: unknown): void {
  const { transaction: of, name } = store
  if (of.mode !== 'readwrite' || !of.objectStoreNames.contains('meta')) return
  const record = value as { key?: string; epoch?: number } | undefined
  const what = name === 'meta' ? `meta:${record?.key}` : name
  const entry = entries.get(of)
  const wrote = entry?.wrote ?? early.get(of) ?? []
  if (!entry) early.set(of, wrote)
  const claims = what === 'meta:writer' && entry && record?.epoch !== entry.epoch ? record!.epoch! : undefined
  if (wrote.includes(what) && claims === undefined) return
  if (!wrote.includes(what)) wrote.push(what)
  if (!entry) return
  if (claims !== undefined) entry.claims = claims
  keep(of.objectStore('meta'), entry)
}

IDBDatabase.prototype.transaction = function (this: IDBDatabase, ...input: Parameters<typeof transaction>) {
  const begun = transaction.apply(this, input)
  if (begun.mode !== 'readwrite') return begun
  if (begun.objectStoreNames.contains('meta')) follow(begun)
  else strays.postMessage(`A write transaction over ${[...begun.objectStoreNames].join(', ')} without meta`)
  return begun
}

IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...input: [unknown, IDBValidKey?]) {
  note(this, input[0])
  return original.put.apply(this, input)
}
IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...input: [unknown, IDBValidKey?]) {
  note(this, input[0])
  return original.add.apply(this, input)
}
IDBObjectStore.prototype.delete = function (this: IDBObjectStore, ...input: [IDBValidKey | IDBKeyRange]) {
  note(this, undefined)
  return original.remove.apply(this, input)
}
IDBObjectStore.prototype.clear = function (this: IDBObjectStore) {
  note(this, undefined)
  return original.clear.call(this)
}
