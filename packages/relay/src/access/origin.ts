import { relayHeader } from '@waraq/protocol'
import type { RefusalReason } from '../events/log.ts'
import { partsOf } from '../header-text.ts'

/** The parts of a request that the cheap checks look at. */
export interface Caller {
  method: string
  /** Null where the header is missing. */
  header(name: string): string | null
}

/** Which pages may ask. */
export interface Pages {
  readonly allowed: ReadonlySet<string>
  /** Whether `Sec-Fetch-Site: same-origin` vouches for a page without a listed `Origin`. */
  readonly sameOrigin: boolean
}

/** `cors`: the origin that the answer must name so that its page may read it; null for same-origin callers. */
export type Admission = { admitted: true; cors: string | null } | { admitted: false; reason: RefusalReason }

const refused = (reason: RefusalReason): Admission => ({ admitted: false, reason })

/**
 * Whether a caller comes from a page that may ask. `Origin` counts only if the list holds it exactly; suffixes, other ports
 * and `null` (sandboxed frames, files) do not. Without it `Sec-Fetch-Site` may vouch for the page where that is wanted: no
 * script can set that header. A caller that sends neither is no page of ours.
 */
export function admitOrigin(caller: Caller, { allowed, sameOrigin }: Pages): Admission {
  const origin = caller.header('origin')
  if (origin === 'null') return refused('origin_null')
  if (origin !== null && allowed.has(origin)) return { admitted: true, cors: origin }
  if (sameOrigin && caller.header('sec-fetch-site') === 'same-origin') return { admitted: true, cors: null }
  return refused(origin === null ? 'origin_missing' : 'origin_unlisted')
}

/**
 * Whether a caller that passes `admitOrigin` sends what only a page of ours can: the relay's own header makes the browser
 * of any other page ask first.
 */
export function admit(caller: Caller, pages: Pages): Admission {
  if (caller.header(relayHeader.name) !== relayHeader.value) return refused('relay_header')
  return admitOrigin(caller, pages)
}

/** Whether a browser that says what it is about says that its user comes here: no script asks, and no frame or image. */
export function admitVisit(caller: Caller): Admission {
  const isSo = (header: string, word: string) => (caller.header(header) ?? word) === word
  const visits = isSo('sec-fetch-mode', 'navigate') && isSo('sec-fetch-dest', 'document')
  return visits ? { admitted: true, cors: null } : refused('origin_missing')
}

export function isJson(caller: Caller): boolean {
  return partsOf(caller.header('content-type'), ';')[0]?.toLowerCase() === 'application/json'
}

/** Whether a preflight asks for no more than the handler takes, from a listed origin. */
export function admitPreflight(
  caller: Caller,
  pages: Pages,
  methods: readonly string[],
  headers: ReadonlySet<string>,
): Admission {
  const admission = admitOrigin(caller, pages)
  if (!admission.admitted) return admission
  const asked = partsOf(caller.header('access-control-request-headers')?.toLowerCase() ?? null, ',')
  const asksForMore = asked.some((name) => name !== '' && !headers.has(name))
  const method = caller.header('access-control-request-method')
  return asksForMore || method === null || !methods.includes(method) ? refused('preflight') : admission
}
