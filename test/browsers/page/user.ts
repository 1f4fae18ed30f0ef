import { systemClock } from 'waraq/client'
import {
  allNotes,
  marksOfChapter,
  openUserData,
  outbox,
  favorites,
  type UserData,
  userFeed,
} from 'waraq/user'
import './self-driven.ts'

/**
 * A page with a person's own data. Parameters of its address: `tab` is its name for the backend. `ahead` moves its clock, in
 * milliseconds. With `worker`, a service worker delivers, too. With `feed`, the feed is the transport if the session has its
 * scope.
 */

/** The content that a tab shows, in a fixed order. */
export interface Shown {
  readonly account: string | null
  readonly favorites: readonly (string | null)[]
  readonly notes: readonly string[]
  readonly waiting: number
  readonly blocked: number
}

declare global {
  interface Window {
    userData: UserData
    shown: () => Promise<Shown>
    /** Milliseconds from a mutation to the first result of a live query that includes it, for each verse. */
    untilShown: (chapter: number, verses: number) => Promise<number[]>
    /** Milliseconds until the first result of a live query about a chapter. */
    untilMarked: (chapter: number) => Promise<{ readonly ms: number; readonly marked: number }>
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
  ...(query.has('feed') && { feed: userFeed }),
  ...(query.has('worker') && { registration: registered() }),
})

window.shown = async () => {
  const { userData: user } = window
  const [favorited, notes, { waiting, blocked }] = await Promise.all([
    user.query(favorites()),
    user.query(allNotes()),
    user.query(outbox()),
  ])
  return {
    account: user.account.get().account,
    favorites: favorited.map(({ verseKey }) => verseKey),
    notes: notes.map(({ body }) => body).sort(),
    waiting,
    blocked: blocked.length,
  }
}

window.untilShown = async (chapter, verses) => {
  const { userData: user } = window
  let favorited: ReadonlySet<string> = new Set()
  let tell = () => undefined as void
  const end = user.live(marksOfChapter(chapter)).subscribe((marks) => {
    favorited = new Set(marks.favorited.keys())
    tell()
  })
  const times: number[] = []
  for (let verse = 1; verse <= verses; verse++) {
    const key = `${chapter}:${verse}`
    const was = favorited.has(key)
    const began = performance.now()
    const isShown = new Promise<void>((resolve) => {
      tell = () => {
        if (favorited.has(key) !== was) resolve()
      }
    })
    await user.favorite(key, !was)
    await isShown
    times.push(performance.now() - began)
  }
  end()
  return times
}

window.untilMarked = (chapter) => {
  const began = performance.now()
  return new Promise((resolve) => {
    const end = window.userData.live(marksOfChapter(chapter)).subscribe(({ favorited }) => {
      resolve({ ms: performance.now() - began, marked: favorited.size })
      queueMicrotask(() => end())
    })
  })
}
