import { systemClock, type Clock } from 'waraq/client'
import { handleBackgroundSync } from 'waraq/service-worker'
import { logChannel, type LogEntry } from './log.ts'

/**
 * A service worker as an application writes one, told by its own address what to try: `sliceMs`, and `requestMs`, by which
 * a request counts as so much time and nothing else does.
 */

declare const self: {
  readonly location: Location
  skipWaiting(): Promise<void>
  addEventListener(type: 'install', listener: () => void): void
}
interface ExtendableEvent extends Event {
  readonly tag?: string
  readonly lastChance?: boolean
  waitUntil(work: Promise<unknown>): void
}
declare const ExtendableEvent: { readonly prototype: ExtendableEvent }

const settings = new URL(self.location.href).searchParams
const origin = self.location.origin

let requests = 0
const counted: typeof fetch = (input, init) => {
  if (!String(input).endsWith('/token')) requests++
  return fetch(input, init)
}

function setting(name: string): number | undefined {
  const value = settings.get(name)
  return value === null ? undefined : Number(value)
}

function clock(): Clock {
  const requestMs = setting('requestMs')
  return requestMs === undefined ? systemClock : { ...systemClock, monotonic: () => requests * requestMs }
}

/** Tells what the browser was told about each event. */
const log = new BroadcastChannel(logChannel)
const { waitUntil } = ExtendableEvent.prototype
ExtendableEvent.prototype.waitUntil = function (this: ExtendableEvent, work) {
  const { type, tag, lastChance } = this
  const tell = (answer: LogEntry['answer']) => log.postMessage({ type, tag, lastChance, answer } as LogEntry)
  waitUntil.call(this, work)
  if (tag !== undefined)
    work.then(
      () => tell('resolved'),
      () => tell('rejected'),
    )
}

self.addEventListener('install', () => void self.skipWaiting())

handleBackgroundSync({
  contentRoot: `${origin}/content`,
  relay: '/token',
  fetch: counted,
  clock: clock(),
  sliceMs: setting('sliceMs'),
  perPage: 2,
  snapshotConcurrency: 2,
  retry: { attempts: 1 },
})
