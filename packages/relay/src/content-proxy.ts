import { badGatewayAnswer, limitAnswer, unavailableAnswer } from './access/answers.ts'
import { createGuard, type Work } from './access/guard.ts'
import type { AccessOptions, Handler } from './access/options.ts'
import { mountPath, safeRoot } from './configuration.ts'
import { delivered } from './content-proxy/body.ts'
import { acceptsGzip, gzipped } from './content-proxy/compression.ts'
import { contentAddress } from './content-proxy/content-address.ts'
import { createService, refusesToken, type ServiceAnswer } from './content-proxy/service.ts'
import { createSlots, type MostConcurrent, type Slot } from './content-proxy/slots.ts'
import { createIssuer, type ClientOptions } from './issuer/issuer.ts'
import { createTokenCache } from './issuer/token-cache.ts'
import { onFirstRequest } from './on-first-request.ts'
import { passedHeaders } from './passed-headers.ts'
import { passedOnAnswer, received } from './received-body.ts'

/** Timeouts in milliseconds. */
export interface ContentProxyTimeouts {
  /** From the request to the service until the headers of its response. Default 30,000. */
  readonly headersMs?: number | undefined
  /** Maximum time without a byte from the service. Default 30,000. */
  readonly idleMs?: number | undefined
  /** Maximum time in which the caller reads no byte. Default 60,000. */
  readonly takenMs?: number | undefined
  /** For the complete response. Default 3,600,000. */
  readonly totalMs?: number | undefined
}

export interface ContentProxyOptions extends AccessOptions, ClientOptions {
  readonly clock?: AccessOptions['clock']
  /** Limits per minute. The default of one client is 1,200, because a first sync sends many requests. */
  readonly limits?: AccessOptions['limits']
  /** Root of the content API, such as `https://example.org/content`. Must be https, or http on a loopback host. */
  readonly contentRoot: string
  /** Path of this handler on its server: the part of the address before `/api/v4`. Default `/content`. */
  readonly path?: string | undefined
  /** Maximum number of renewals per day because the service refused a token. Default 200. */
  readonly renewalsPerDay?: number | undefined
  /** Whether responses are compressed for callers that accept gzip. False if the server does that itself. Default true. */
  readonly compress?: boolean | undefined
  /** Maximum number of responses in progress at the same time, in this process. */
  readonly mostConcurrent?: MostConcurrent | undefined
  readonly timeouts?: ContentProxyTimeouts | undefined
  /** Bytes after which a response is cut off, counted before compression. Default 256 MiB. */
  readonly mostBytes?: number | undefined
}

/** The usual status of requests whose caller has disconnected. It is for the log only. */
const callerLeft = 499
/** Some edge platforms would compress a body a second time unless they are told that it is compressed already. */
const asItIs = { encodeBody: 'manual' }
/** The abort reason of a response that was preempted: its slot went to another caller. */
const preempted = 'preempted'
/** Seconds after which a caller without a slot should come back: a slot is free as soon as any response ends. */
const slotAfterSeconds = 2

/**
 * Creates a fetch-style handler for the content API, for applications that want no token in the browser. It forwards requests
 * for the sync feed, snapshots and the catalogue to the service with the application's token. All other requests are refused.
 *
 * The service's responses and errors reach callers unchanged, except those about the application itself. The status is 502 for
 * a token that the service refuses even after a renewal, for a redirect, and for a successful response that is not JSON. It is
 * 503 if there is no token. The options are checked at the first request, because a build that imports the handler has no
 * secrets.
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
    tokenCache: createTokenCache({ ...guard, issuer, renewalsPerDay: options.renewalsPerDay }),
    clock,
    fetch: options.fetch,
    headersMs,
    errorBodyMs: idleMs,
  })
  const takeSlot = createSlots(options.mostConcurrent, clock)
  /** Keeps references to the requests in progress: Node's `Request` reports that its caller left only while it is referenced. */
  const inProgress = new Set<Request>()

  /** Returns the service's response for the caller. Its body occupies a slot until it ends, and then aborts `over`. */
  function passedOn(
    answer: ServiceAnswer,
    request: Request,
    { throughput }: Slot,
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
        throughput,
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
    // Aborted once, by the first event that ends the response.
    const over = new AbortController()
    const { signal } = over
    const slot = takeSlot(host.address, () => {
      log({ event: 'preempted', request: id })
      over.abort(preempted)
    })
    if (!slot) {
      log({ event: 'limited', limit: 'concurrent', request: id })
      return limitAnswer(slotAfterSeconds)
    }
    inProgress.add(request)
    const ended = () => {
      inProgress.delete(request)
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
      if (signal.reason === preempted) return limitAnswer(slotAfterSeconds)
      if (signal.aborted) return new Response(null, { status: callerLeft })
      leave()
      upstreamFailed(0)
      return badGatewayAnswer()
    }
  }
  return (request, host) => guard.handle(request, host, work)
}

/** Whether a response is JSON: `application/json`, `application/problem+json`, any charset. */
export function isJsonAnswer({ headers }: Response): boolean {
  return /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers.get('content-type')?.trim() ?? '')
}

/** Returns the bytes of the body as `fetch` returns it; undefined if the headers do not say, as for a compressed body. */
export function bodyBytes({ headers }: Response): number | undefined {
  const length = headers.get('content-length') ?? ''
  const encoding = headers.get('content-encoding') ?? 'identity'
  return /^\d{1,15}$/.test(length) && encoding === 'identity' ? Number(length) : undefined
}
