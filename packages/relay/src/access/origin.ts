import { relayHeader } from '@waraq/protocol'
import type { RefusalReason } from '../events/log.ts'
import { partsOf } from '../header-text.ts'

/** The parts of a request that the cheap checks read. */
export interface Caller {
  method: string
  /** Null if the header is missing. */
  header(name: string): string | null
}

/** The pages that may send requests. */
export interface Pages {
  readonly allowed: ReadonlySet<string>
  /** Whether `Sec-Fetch-Site: same-origin` is enough for a page without a listed `Origin`. */
  readonly sameOrigin: boolean
}

/** `cors`: the origin that the response must name so that its page may read it; null for same-origin callers. */
export type Admission = { admitted: true; cors: string | null } | { admitted: false; reason: RefusalReason }

const refused = (reason: RefusalReason): Admission => ({ admitted: false, reason })

/**
 * Decides whether a caller comes from a page that may send requests. `Origin` counts only if the list contains it exactly;
 * suffixes, other ports and `null` (sandboxed frames, files) do not. Otherwise `Sec-Fetch-Site` is enough if `sameOrigin` is
 * set, because no script can set that header. A caller that sends neither is not a page of ours.
 */
export function admitOrigin(caller: Caller, { allowed, sameOrigin }: Pages): Admission {
  const origin = caller.header('origin')
  if (origin === 'null') return refused('origin_null')
  if (origin !== null && allowed.has(origin)) return { admitted: true, cors: origin }
  if (sameOrigin && caller.header('sec-fetch-site') === 'same-origin') return { admitted: true, cors: null }
  return refused(origin === null ? 'origin_missing' : 'origin_unlisted')
}

/**
 * Decides whether a caller passes `admitOrigin` and sends the relay's own header. The browser of any page of another origin has
 * to send a preflight before it may send that header.
 */
export function admit(caller: Caller, pages: Pages): Admission {
  if (caller.header(relayHeader.name) !== relayHeader.value) return refused('relay_header')
  return admitOrigin(caller, pages)
}

/**
 * Decides whether a request is a navigation of a user, and not from a script, frame or image. Browsers that send no
 * `Sec-Fetch-` headers pass.
 */
export function admitVisit(caller: Caller): Admission {
  const isSo = (header: string, word: string) => (caller.header(header) ?? word) === word
  const visits = isSo('sec-fetch-mode', 'navigate') && isSo('sec-fetch-dest', 'document')
  return visits ? { admitted: true, cors: null } : refused('origin_missing')
}

export function isJson(caller: Caller): boolean {
  return partsOf(caller.header('content-type'), ';')[0]?.toLowerCase() === 'application/json'
}

/** Decides whether a preflight comes from an allowed origin and requests nothing that the handler does not accept. */
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
