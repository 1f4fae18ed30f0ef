import { openUserData, outbox, favorites, type UserData } from 'waraq/user'
import { dexieChannel, forgedReports } from '../forged-messages.ts'

/** Runs in the browser, in two pages with what a person keeps and no engine: one of them also posts to the other. */

declare global {
  interface Window {
    startUser(): Promise<void>
    person: UserData
    /** What the live queries answered last. */
    favorited: readonly string[]
    waiting: number
    /** How often queries answered, and transactions were begun. */
    counted: { answers: number; transactions: number }
    /** The last forged message that came. */
    end: number
    /** Posts these forged reports, and then that this was the last one. */
    forgeReports(end: number): number
    floodReports(kind: string, count: number, end: number): void
  }
}

const everything = { d: 1, from: -Infinity, to: [[]] }
/** Of each flood one report. */
const floods: Readonly<Record<string, unknown>> = {
  'reports that cannot be read': { all: null },
  'reports without a form': [1, null, 'x'],
  'reports of everything': { all: everything },
  'reports of what a person wants': { 'idb://waraq-user:device/pending/': everything },
  'reports of who is signed in': { 'idb://waraq-user/records/': everything },
}

window.counted = { answers: 0, transactions: 0 }
window.favorited = []
window.end = 0

const { transaction } = IDBDatabase.prototype
IDBDatabase.prototype.transaction = function (...given: Parameters<typeof transaction>) {
  window.counted.transactions++
  return transaction.apply(this, given)
}

window.startUser = async () => {
  const user = openUserData({})
  window.person = user
  for (let count = 0; count < 10; count++)
    user.live(favorites()).subscribe((all) => {
      window.favorited = all.map(({ verseKey }) => `${verseKey}`).sort()
      window.counted.answers++
    })
  user.live(outbox()).subscribe(({ waiting }) => (window.waiting = waiting))
  await user.query(favorites())
  // Opened last, so it hears a message after all others have.
  new BroadcastChannel(dexieChannel).addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'object' && data !== null && 'end' in data) window.end = Number(data.end)
  })
}

window.forgeReports = (end) => {
  const channel = new BroadcastChannel(dexieChannel)
  const forged = [
    ...forgedReports('waraq-user:device', ['rows', 'pending', 'meta']),
    // Those of any database have come already.
    ...forgedReports('waraq-user', ['records']).filter(([what]) => /^(ranges|the index)/.test(what)),
  ]
  for (const [, message] of forged) channel.postMessage(message)
  channel.postMessage({ end })
  return forged.length
}

window.floodReports = (kind, count, end) => {
  const channel = new BroadcastChannel(dexieChannel)
  for (let number = 0; number < count; number++) channel.postMessage(floods[kind])
  channel.postMessage({ end })
}
