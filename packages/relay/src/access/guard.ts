import { relayHeader } from '@waraq/protocol'
import { systemClock, type RelayClock } from '../clock.ts'
import { configurationError, originList } from '../configuration.ts'
import { within } from '../deadline.ts'
import { teller } from '../events/teller.ts'
import type { RefusalReason, RelayLog, Route } from '../events/log.ts'
import { resilientStore, type ResilientStore } from '../store/resilient-store.ts'
import { dressed, failureAnswer, limitAnswer, preflightAnswer, refusalAnswer, type Cors } from './answers.ts'
import { limiter } from './limits.ts'
import type { AccessOptions, Handler, HostContext } from './options.ts'
import { admit, admitOrigin, admitPreflight, admitVisit, type Caller } from './origin.ts'

/** The timeout of `authorize`. */
const authorizeWithinMs = 5_000

/** The requests that a handler accepts; checked before any work. */
export interface Rules {
  readonly route: Route
  readonly methods: readonly string[]
  /** Headers that pages of other origins may send, in addition to the relay's own. */
  readonly headers: readonly string[]
  /** The default of the option `sameOrigin`. */
  readonly sameOrigin: boolean
  /** Why the handler refuses this request; undefined if it accepts it. It may also throw `Refused`. */
  readonly refuses: (caller: Caller, request: Request) => RefusalReason | undefined
  /**
   * Whether the request is a visit: a browser navigates to it, and sends neither the relay's header nor an origin. Other sites
   * can send users there, so a visit must do nothing that could help such a site. Default: no request is a visit.
   */
  readonly isVisit?: (caller: Caller, request: Request) => boolean
}

/**
 * The handler's work for a caller that passed every check. It may still throw `Refused`. `id` names the request in the log.
 */
export type Work = (request: Request, host: HostContext, id: string) => Promise<Response>

/** Thrown by work. The caller gets the same response as for every refusal; only the log has the reason. */
export class Refused extends Error {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason) {
    super(reason)
    this.reason = reason
  }
}

/** The part that all handlers share, created from their options. */
export interface Guard {
  readonly clock: RelayClock
  readonly log: RelayLog
  readonly store: ResilientStore | undefined
  /** Does `work` for callers that pass every check. Never rejects. */
  handle(request: Request, host: HostContext | undefined, work: Work): Promise<Response>
}

/**
 * Decides which callers may send requests. The cheapest checks come first: host, method and form, header, origin, limits,
 * `authorize`.
 * @throws {WaraqError} `invalid_relay_configuration`
 */
export function createGuard(options: AccessOptions, rules: Rules): Guard {
  const {
    clock = systemClock,
    authorize,
    credentials = false,
    requestId = () => crypto.randomUUID(),
  } = options
  const pages = {
    allowed: originList(options.allowedOrigins),
    sameOrigin: options.sameOrigin ?? rules.sameOrigin,
  }
  if (typeof authorize !== 'function' && authorize !== 'everyone') {
    throw configurationError(
      "authorize must say who may ask: a function of the request, or 'everyone' where any program on the network may.",
    )
  }
  const headers = new Set([relayHeader.name, ...rules.headers, ...lowerCase(options.allowedHeaders)])
  const hosts = options.allowedHosts && new Set(lowerCase(options.allowedHosts))
  const log = teller(options.log, options.observe, clock)
  const store = options.store && resilientStore(options.store, clock, log)
  const reached = limiter(rules.route, options.limits, clock, store)

  async function authorizes(request: Request): Promise<RefusalReason | undefined> {
    if (authorize === 'everyone') return undefined
    try {
      const word: unknown = await within(clock, authorizeWithinMs, () => authorize(request))
      return word === true ? undefined : 'unauthorized'
    } catch {
      return 'authorize_failed'
    }
  }

  async function answer(request: Request, caller: Caller, host: HostContext, id: string, work: Work) {
    if (hosts && !hosts.has(caller.header('host')?.toLowerCase() ?? '')) throw new Refused('host')
    if (caller.method === 'OPTIONS') {
      const preflight = admitPreflight(caller, pages, rules.methods, headers)
      if (!preflight.admitted) throw new Refused(preflight.reason)
      return preflightAnswer({ methods: rules.methods, headers })
    }
    const reason =
      rules.refuses(caller, request) ?? (rules.methods.includes(caller.method) ? undefined : 'method')
    if (reason) throw new Refused(reason)
    const admission = rules.isVisit?.(caller, request) ? admitVisit(caller) : admit(caller, pages)
    if (!admission.admitted) throw new Refused(admission.reason)
    const limit = reached(admission.cors, host)
    if (limit) {
      log({ event: 'limited', limit: limit.kind, request: id })
      return limitAnswer(limit.retryAfterSeconds)
    }
    const denied = await authorizes(request)
    if (denied) throw new Refused(denied)
    return await work(request, host, id)
  }

  function ended(error: unknown, caller: Caller, id: string): Response {
    if (!(error instanceof Refused)) {
      log({ event: 'relay_failed', request: id })
      return failureAnswer()
    }
    log({ event: 'refused', reason: error.reason, origin: caller.header('origin') ?? undefined, request: id })
    return refusalAnswer()
  }

  return {
    clock,
    log,
    store,
    handle: async (request, host = {}, work) => {
      const began = clock.monotonic()
      const id = requestId()
      const caller: Caller = { method: request.method, header: (name) => request.headers.get(name) }
      const response = await answer(request, caller, host, id, work).catch((error: unknown) =>
        ended(error, caller, id),
      )
      const origin = admitOrigin(caller, pages)
      const cors: Cors | undefined =
        origin.admitted && origin.cors !== null ? { origin: origin.cors, credentials } : undefined
      log({
        event: 'answered',
        route: rules.route,
        status: response.status,
        ms: clock.monotonic() - began,
        request: id,
      })
      return dressed(response, cors, id)
    },
  }
}

const lowerCase = (words: readonly string[] = []) => words.map((word) => word.toLowerCase())

/** Creates the handler for all other paths. Its response is that of every refused request. */
export function nothingHere(options: AccessOptions): Handler {
  const guard = createGuard(options, {
    route: 'none',
    methods: [],
    headers: [],
    sameOrigin: false,
    refuses: () => 'path',
  })
  return (request, host) => guard.handle(request, host, async () => Promise.reject(new Refused('path')))
}
