import { systemClock } from '@waraq/client'
import { allNotes, openUserData, outbox, stars, type UserData } from '@waraq/user-data'
import './self-driven.ts'

/**
 * A page with a person's own data. `tab` in its address names it to the backend, and `ahead` moves its clock, in milliseconds.
 * With `worker`, a service worker delivers, too.
 */

/** What a tab shows, in one order. */
export interface Shown {
  readonly account: string | null
  readonly stars: readonly (string | null)[]
  readonly notes: readonly string[]
  readonly waiting: number
  readonly held: number
}

declare global {
  interface Window {
    userData: UserData
    shown: () => Promise<Shown>
  }
}

const query = new URLSearchParams(location.search)
const ahead = Number(query.get('ahead') ?? 0)

const named: typeof fetch = (input, init) => {
  const request = new Request(input, init)
  request.headers.set('x-tab', query.get('tab') ?? '')
  return fetch(request)
}

async function registered(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/user-worker.js', { type: 'module' })
  return navigator.serviceWorker.ready
}

window.userData = openUserData({
  root: '/user',
  fetch: named,
  clock: { ...systemClock, now: () => systemClock.now() + ahead },
  ...(query.has('worker') && { registration: registered() }),
})

window.shown = async () => {
  const { userData: user } = window
  const [starred, notes, { waiting, held }] = await Promise.all([
    user.read(stars()),
    user.read(allNotes()),
    user.read(outbox()),
  ])
  return {
    account: user.account.get().account,
    stars: starred.map(({ verseKey }) => verseKey),
    notes: notes.map(({ body }) => body).sort(),
    waiting,
    held: held.length,
  }
}
