import { createSyncEngine, openContentStore, type EngineStatus, type SyncEngine } from 'waraq'
import { dexieChannel, engineChannel, floods, forgedMessages, forgedReports } from '../forged-messages.ts'

/** Runs in the browser, in two pages: one with an engine and a store with live queries, and one that posts to it. */

declare global {
  interface Window {
    startMessages(contentRoot: string): Promise<void>
    engine: SyncEngine
    latest: EngineStatus | undefined
    /** What the live queries answered last. */
    texts: readonly string[]
    /** How often the status was told, queries answered, and transactions begun. */
    reported: { statuses: number; answers: number; transactions: number }
    /** The last of these that came on each channel. */
    ends: Record<string, number>
    /** Posts the forged messages of a kind, and then that this was the last one. */
    forge(kind: 'messages' | 'reports', end: number): number
    flood(name: string, count: number, end: number): void
  }
}

const name = 'library'
const tables = ['resources', 'subscriptions', 'meta', 'batchCursors']
const channels = { engine: engineChannel(name), dexie: dexieChannel }

window.reported = { statuses: 0, answers: 0, transactions: 0 }
window.texts = []
window.ends = {}

const { transaction } = IDBDatabase.prototype
IDBDatabase.prototype.transaction = function (...given: Parameters<typeof transaction>) {
  window.reported.transactions++
  return transaction.apply(this, given)
}

window.startMessages = async (contentRoot) => {
  const engine = createSyncEngine({
    contentRoot,
    name,
    tokens: { get: () => Promise.resolve({ token: 'token', clientId: 'client', expiresAt: 0 }) },
    retry: { attempts: 1 },
  })
  window.engine = engine
  await engine.subscribe('translations:20')
  await engine.sync()
  engine.watch((status) => {
    window.latest = status
    window.reported.statuses++
  })
  const store = openContentStore({ name })
  for (let count = 0; count < 10; count++)
    store
      .live((view) => view.rows('translation', { group: 'translations', id: 20 }))
      .subscribe((rows) => {
        window.texts = rows.map(({ data }) => data.text)
        window.reported.answers++
      })
  // Opened last, so they hear a message after all others have.
  for (const [of, channel] of Object.entries(channels))
    new BroadcastChannel(channel).addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'object' && data !== null && 'end' in data) window.ends[of] = Number(data.end)
    })
}

window.forge = (kind, end) => {
  const isReport = kind === 'reports'
  const channel = new BroadcastChannel(isReport ? channels.dexie : channels.engine)
  const forged = isReport ? forgedReports(name, tables) : forgedMessages
  for (const [, message] of forged) channel.postMessage(message)
  channel.postMessage({ end })
  return forged.length
}

window.flood = (which, count, end) => {
  const [, of, message] = floods.find(([each]) => each === which)!
  const channel = new BroadcastChannel(channels[of])
  for (let number = 1; number <= count; number++) channel.postMessage(message(number))
  channel.postMessage({ end })
}
