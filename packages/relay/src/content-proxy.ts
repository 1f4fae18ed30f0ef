import { badGatewayAnswer, limitAnswer, unavailableAnswer } from './access/answers.ts'
import { createGuard, type Work } from './access/guard.ts'
import type { AccessOptions, Handler } from './access/options.ts'
import { mountPath, safeRoot } from './configuration.ts'
import { bodyBytes, isJsonAnswer } from './content-proxy/answer-headers.ts'
import { delivered } from './content-proxy/body.ts'
import { acceptsGzip, gzipped } from './content-proxy/compression.ts'
import { contentAddress } from './content-proxy/content-address.ts'
import { createService, refusesToken, type ServiceAnswer } from './content-proxy/service.ts'
import { createSlots, type MostConcurrent, type Slot } from './content-proxy/slots.ts'
import { createIssuer, type ClientOptions } from './issuer/issuer.ts'
import { createTokenKeeper } from './issuer/token-keeper.ts'
import { onFirstRequest } from './on-first-request.ts'
import { passedHeaders } from './passed-headers.ts'
import { passedOnAnswer, received } from './received-body.ts'

/** In milliseconds. */
export interface ContentProxyTimeouts {
  /** From asking the service to the headers of its answer. Default 30,000. */
  readonly headersMs?: number | undefined
  /** Without a byte from the service. Default 30,000. */
  readonly idleMs?: number | undefined
  /** Without the caller taking a byte. Default 60,000. */
  readonly takenMs?: number | undefined
  /** For all of an answer. Default 3,600,000. */
  readonly totalMs?: number | undefined
}

export interface ContentProxyOptions extends AccessOptions, ClientOptions {
  readonly clock?: AccessOptions['clock']
  /** Per minute and by default: 1,200 of one client, because a first sync asks often. */
  readonly limits?: AccessOptions['limits']
  /** Root of the content API, such as `https://example.org/content`. Must be https, or http on a loopback host. */
  readonly contentRoot: string
  /** Where this handler is on its server: what callers write before `/api/v4`. Default `/content`. */
  readonly path?: string | undefined
  /** Most renewals in a day that tokens refused by the service lead to. Default 200. */
  readonly renewalsPerDay?: number | undefined
  /** Whether answers are compressed for callers that take gzip. False where the server does that itself. Default true. */
  readonly compress?: boolean | undefined
  /** Answers under way at a time, in this process. */
  readonly mostConcurrent?: MostConcurrent | undefined
  readonly timeouts?: ContentProxyTimeouts | undefined
  /** Bytes after which an answer is broken off, counted before it is compressed. Default 256 MiB. */
  readonly mostBytes?: number | undefined
}

/** The usual status of requests whose caller has left. It is for the log only. */
const callerLeft = 499
/** Some edge platforms would compress a body a second time unless they are told that it is compressed already. */
const asItIs = { encodeBody: 'manual' }
/** Why an answer ended whose slot went to another caller. */
const gaveWay = 'gave way'
/** When a caller without a slot should come back: a slot is free as soon as any answer ends. */
const slotAfterSeconds = 2

/**
 * The content API as a fetch-style handler, for applications that want no token in the browser: requests of the sync feed, of
 * snapshots and of the catalogue go on to the service with the application's token; everything else is refused.
 *
 * The service's answers and errors reach callers as they are, except those about the application itself. A token that the
 * service refuses even after a renewal, a redirect, and an answer that is no JSON are 502; no token at all is 503. The
 * options are checked at the first request, because a build that imports the handler has no secrets.
 */
export function createContentProxy(options: ContentProxyOptions): Handler {
  return onFirstRequest(() => configuredContentProxy(options))
}

/** @throws {WaraqError} `invalid_relay_configuration` */
export function configuredContentProxy(options: ContentProxyOptions): Handler {
  const {
    headersMs = 30_000,
    idleMs = 30_000,
    takenMs = 60_000,
    totalMs = 3_600_000,
  } = options.timeouts ?? {}
  const { compress = true, mostBytes = 256 * 1024 * 1024, path = '/content' } = options
  const issuer = createIssuer(options)
  const contentRoot = safeRoot('contentRoot', options.contentRoot)
  const mount = mountPath(path)
  const guard = createGuard(
    {
      ...options,
      limits: options.limits !== false && {
        ...options.limits,
        perClient: options.limits?.perClient ?? 1_200,
      },
    },
    {
      route: 'content',
      methods: ['GET'],
      headers: [],
      sameOrigin: true,
      refuses: (_caller, request) => void contentAddress(request.url, mount),
    },
  )
  const { clock, log } = guard
  const service = createService({
    contentRoot,
    clientId: issuer.clientId,
    keeper: createTokenKeeper({ ...guard, issuer, renewalsPerDay: options.renewalsPerDay }),
    clock,
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    headersMs,
    errorBodyMs: idleMs,
  })
  const takeSlot = createSlots(options.mostConcurrent, clock)
  /** Holds the requests that are under way: Node's `Request` tells that its caller left only while it is referenced. */
  const underWay = new Set<Request>()

  /** The service's answer as the caller gets it. Its body holds a slot until it ends, and then aborts `over`. */
  function passedOn(
    answer: ServiceAnswer,
    request: Request,
    { pace }: Slot,
    over: AbortController,
    upstreamFailed: (status: number) => void,
  ): Response {
    const { response, errorText } = answer
    const { status, body } = response
    const headers = new Headers(passedHeaders(response))
    const isJson = isJsonAnswer(response)
    if (isJson) headers.set('content-type', 'application/json')
    const length = bodyBytes(response)
    if (status === 200 && isJson && body && (length ?? 0) <= mostBytes) {
      const zips = compress && acceptsGzip(request.headers.get('accept-encoding'))
      if (compress) headers.set('vary', 'Accept-Encoding')
      if (zips) headers.set('content-encoding', 'gzip')
      else if (length !== undefined) headers.set('content-length', String(length))
      const plain = received(body, { clock, idleMs, mostBytes })
      const onBroken = () => upstreamFailed(status)
      const stream = delivered(zips ? gzipped(plain) : plain, {
        clock,
        totalMs,
        takenMs,
        pace,
        over,
        onBroken,
      })
      return passedOnAnswer(stream, { headers, ...asItIs })
    }
    body?.cancel().catch(() => undefined)
    over.abort('over')
    const isError = status >= 400 && status < 600 && !refusesToken(answer)
    if (!isError || status >= 500 || status === 429) upstreamFailed(status)
    if (!isError) return badGatewayAnswer()
    return new Response(isJson ? (errorText ?? null) : null, { status, headers })
  }

  const work: Work = async (request, host, id) => {
    const address = contentAddress(request.url, mount)
    // Aborted once, by the first event that ends the answer.
    const over = new AbortController()
    const { signal } = over
    const slot = takeSlot(host.address, () => {
      log({ event: 'gave_way', request: id })
      over.abort(gaveWay)
    })
    if (!slot) {
      log({ event: 'limited', limit: 'concurrent', request: id })
      return limitAnswer(slotAfterSeconds)
    }
    underWay.add(request)
    const ended = () => {
      underWay.delete(request)
      slot.release()
    }
    signal.addEventListener('abort', ended, { once: true })
    const leave = () => over.abort('over')
    if (request.signal.aborted) leave()
    request.signal.addEventListener('abort', leave, { once: true, signal })
    const upstreamFailed = (status: number) => log({ event: 'upstream_failed', status, request: id })
    try {
      const answer = await service.ask(address, signal, host)
      if (!('retryAfterSeconds' in answer)) return passedOn(answer, request, slot, over, upstreamFailed)
      leave()
      return unavailableAnswer(answer.retryAfterSeconds)
    } catch {
      if (signal.reason === gaveWay) return limitAnswer(slotAfterSeconds)
      if (signal.aborted) return new Response(null, { status: callerLeft })
      leave()
      upstreamFailed(0)
      return badGatewayAnswer()
    }
  }
  return (request, host) => guard.handle(request, host, work)
}
