import { IDBObjectStore, IDBTransaction } from 'fake-indexeddb'
import type { FakeRequest, FakeTransaction } from './fake-internals.ts'

/** The steps of a transaction that a storage is told of. */
export interface Onlooker {
  /** Before the next request is executed, or before the commit where there is none. False: it shall not happen. */
  beforeStep(transaction: FakeTransaction, next: FakeTransaction['_requests'][number] | undefined): boolean
  /** Before the engine hears of it. */
  beforeEvent(transaction: FakeTransaction, event: Event): void
}

const onlookers = new WeakMap<FakeTransaction, Onlooker>()
const writes = new WeakSet<FakeRequest>()

/** From now on each step of the transaction is told. */
export function watchSteps(transaction: FakeTransaction, onlooker: Onlooker): void {
  onlookers.set(transaction, onlooker)
}

/** Whether the request stores something; the fake itself forgets what a request was. */
export function isWrite(request: FakeRequest): boolean {
  return writes.has(request)
}

// The classes are changed once, and not each transaction: there are millions of them.
const transactions = IDBTransaction.prototype as unknown as Pick<FakeTransaction, '_start' | 'dispatchEvent'>
const { _start: start, dispatchEvent: dispatch } = transactions
transactions._start = function (this: FakeTransaction) {
  const onlooker = onlookers.get(this)
  if (onlooker) {
    const next = this._requests.find(({ request }) => request.readyState !== 'done')
    if (!onlooker.beforeStep(this, next)) return
  }
  start.call(this)
}
transactions.dispatchEvent = function (this: FakeTransaction, event) {
  onlookers.get(this)?.beforeEvent(this, event)
  return dispatch.call(this, event)
}
for (const method of ['add', 'put'] as const) {
  const plain = IDBObjectStore.prototype[method]
  IDBObjectStore.prototype[method] = function (this: IDBObjectStore, ...given) {
    const request = plain.apply(this, given)
    writes.add(request as unknown as FakeRequest)
    return request
  }
}
