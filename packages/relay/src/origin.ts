import { relayHeader } from '@waraq/contract'
import type { RefusalReason } from './log.ts'

/** What the cheap checks look at. */
export interface Caller {
  method: string
  /** Null where the header is missing. */
  header(name: string): string | null
}

/** `cors`: the origin that the answer must name so that its page may read it; null for same-origin callers. */
export type Admission = { admitted: true; cors: string | null } | { admitted: false; reason: RefusalReason }

const refused = (reason: RefusalReason): Admission => ({ admitted: false, reason })

/**
 * Whether a caller comes from a page that may have tokens. `Origin` counts only if the list holds it exactly; suffixes,
 * other ports and `null` (sandboxed frames, files) do not. Without it `Sec-Fetch-Site` may vouch for the page, since no
 * script can set that header. A caller that sends neither is no page of ours.
 */
export function admitOrigin(caller: Caller, allowed: ReadonlySet<string>): Admission {
  const origin = caller.header('origin')
  if (origin === 'null') return refused('origin_null')
  if (origin !== null && allowed.has(origin)) return { admitted: true, cors: origin }
  if (caller.header('sec-fetch-site') === 'same-origin') return { admitted: true, cors: null }
  return refused(origin === null ? 'origin_missing' : 'origin_unlisted')
}

/**
 * The checks before any work. JSON and the relay's own header keep out forms and every other request that a foreign page
 * can send without a preflight.
 */
export function admit(caller: Caller, allowed: ReadonlySet<string>): Admission {
  if (caller.method !== 'POST') return refused('method')
  const type = caller.header('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') return refused('content_type')
  if (caller.header(relayHeader.name) !== relayHeader.value) return refused('relay_header')
  return admitOrigin(caller, allowed)
}

const preflightHeaders: ReadonlySet<string> = new Set(['content-type', relayHeader.name])

/** Whether a preflight asks for no more than the one request that the relay takes, from a listed origin. */
export function admitPreflight(caller: Caller, allowed: ReadonlySet<string>): Admission {
  const admission = admitOrigin(caller, allowed)
  if (!admission.admitted) return admission
  const headers = (caller.header('access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
  const asksForMore = headers.some((name) => name !== '' && !preflightHeaders.has(name))
  if (asksForMore || caller.header('access-control-request-method') !== 'POST') return refused('preflight')
  return admission
}
