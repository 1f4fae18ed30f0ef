import { expect } from 'vitest'
import { createBench, readerRows, serviceRows, type Bench } from '../sync/bench.test-support.ts'
import type { BackgroundScope, BackgroundSyncEvent } from '../platform/background/events.ts'
import { handleIn } from './handle.ts'
import type { BackgroundSyncOptions } from './options.ts'

/** Sync events on a fake service worker scope, with the real engine behind it. */

export const contentRoot = 'http://127.0.0.1/content'
export const relay = 'http://127.0.0.1/token'
export const filter = 'translations:20,33,45,131'

export interface World {
  readonly bench: Bench
  /** Fires an event; resolves with the outcome of its work, or undefined where no listener answered it. */
  fire(
    event?: Partial<Omit<BackgroundSyncEvent, 'waitUntil'>> & { type?: 'sync' | 'periodicsync' },
  ): Promise<'resolved' | 'rejected' | undefined>
  readonly sync: ReturnType<typeof handleIn>
  /** Answers the service worker's requests. */
  readonly answer: typeof fetch
  /** Tags that were registered for one-off syncs. */
  readonly registered: string[]
  /** Number of requests for tokens. */
  readonly tokens: () => number
}

export interface WorldOptions {
  /** Whether a page of the site is open; Chromium registers nothing else. Default true. */
  readonly window?: boolean
}

export function createWorld(options: Partial<BackgroundSyncOptions> = {}, parts: WorldOptions = {}): World {
  const bench = createBench()
  const { sandbox, indexedDB } = bench
  let tokens = 0
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.url !== relay) return sandbox.fetch(request)
    tokens++
    const { token, clientId } = await sandbox.accessToken()
    return Response.json({ token, clientId, expiresIn: 3600 })
  }
  const listeners = new Map<string, (event: BackgroundSyncEvent) => void>()
  const registered: string[] = []
  const scope: BackgroundScope = {
    registration: {
      sync: {
        async register(tag) {
          if (parts.window === false) throw new DOMException('no window', 'NotAllowedError')
          registered.push(tag)
        },
      },
    },
    addEventListener: (type, listener) => void listeners.set(type, listener),
  }
  const sync = handleIn(scope, {
    contentRoot,
    relay,
    fetch: answer,
    indexedDB,
    IDBKeyRange,
    retry: { attempts: 2, baseMs: 1, maxMs: 2 },
    ...options,
  } as BackgroundSyncOptions)
  return {
    bench,
    sync,
    answer,
    registered,
    tokens: () => tokens,
    async fire({ type = 'sync', ...event } = {}) {
      let work: Promise<unknown> | undefined
      listeners.get(type)!({ tag: 'waraq-sync', ...event, waitUntil: (promise) => (work = promise) })
      return work?.then(
        () => 'resolved' as const,
        () => 'rejected' as const,
      )
    },
  }
}

/** Expects readers to see exactly the service's rows of these translations. */
export async function expectEverything(bench: Bench, ids = filter.split(':')[1]!.split(',')): Promise<void> {
  for (const id of ids) {
    const key = `translations:${id}`
    expect(await readerRows(bench.store, key)).toEqual(serviceRows(bench.sandbox, key))
  }
}
