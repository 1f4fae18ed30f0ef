import type { ResilientStore } from '../store/resilient-store.ts'
import type { Pause } from './breaker.ts'
import { isToken, longestLifeMs } from './issued-answer.ts'

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

/** Milliseconds until a time of the wall clock; undefined if the value is none. Wall clocks of several machines differ. */
function msUntil(time: unknown, now: number): number | undefined {
  const ms = typeof time === 'number' ? time - now : NaN
  return ms < 2 * longestLifeMs ? Math.min(ms, longestLifeMs) : undefined
}

/** Reads a token from a store, with its remaining milliseconds; undefined for anything else. */
export function readToken(value: unknown, now: number): { token: string; lifeMs: number } | undefined {
  const { token, expiresAt } = fieldsOf(value)
  const lifeMs = msUntil(expiresAt, now)
  return isToken(token) && lifeMs !== undefined ? { token, lifeMs } : undefined
}

/** A pause of another process: how long it still lasts, and the credentials that it is about. */
export interface SharedPause extends Pause {
  readonly leftMs: number
  readonly of: string
}

/** Reads a pause from a store; undefined for anything else. */
export function readPause(value: unknown, now: number): SharedPause | undefined {
  const { kind, ms, until, of } = fieldsOf(value)
  const leftMs = msUntil(until, now)
  const isPause = (kind === 'refused' || kind === 'failed') && typeof ms === 'number' && ms > 0
  return isPause && typeof of === 'string' && leftMs !== undefined ? { kind, ms, of, leftMs } : undefined
}

/** The state that the processes of a fleet share about one issuer, client and scope. */
export function sharedToken(store: ResilientStore, key: string, now: () => number) {
  const keys = {
    token: `token:${key}`,
    pause: `pause:${key}`,
    lock: `lock:${key}`,
    renewed: `renewed:${key}`,
  }
  return {
    read: async () => {
      const [token, pause] = await Promise.all([store.get(keys.token), store.get(keys.pause)])
      return { token: readToken(token, now()), pause: readPause(pause, now()) }
    },
    writeToken: async (token: string, lifeMs: number) => {
      await Promise.all([
        store.set(keys.token, { token, expiresAt: now() + lifeMs }, lifeMs),
        store.remove(keys.pause),
      ])
    },
    writePause: (pause: Pause, of: string) =>
      store.set(keys.pause, { ...pause, of, until: now() + pause.ms }, pause.ms),
    claim: (owner: string, ttlMs: number) => store.swap(keys.lock, undefined, owner, ttlMs),
    release: (owner: string) => store.swap(keys.lock, owner, undefined, 0),
    claimRenewal: (owner: string, ttlMs: number) => store.swap(keys.renewed, undefined, owner, ttlMs),
    /** Counts a renewal; returns the number of renewals of the day, including this one. */
    countRenewal: async () => {
      const count = `renewals:${Math.floor(now() / longestLifeMs)}:${key}`
      return (await store.add(new Map([[count, 1]]), longestLifeMs))?.[0]
    },
  }
}
