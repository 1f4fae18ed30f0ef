import type { StandardError } from '@waraq/protocol'

const always = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  vary: 'Origin',
}

/** The CORS headers that let a page of another origin read the response. */
export interface Cors {
  readonly origin: string
  readonly credentials: boolean
}

function corsHeaders(cors: Cors | undefined): Record<string, string> {
  if (!cors) return {}
  return {
    'access-control-allow-origin': cors.origin,
    'access-control-expose-headers': 'Date, ETag, Retry-After, X-Mutation-At, X-Request-Id',
    ...(cors.credentials ? { 'access-control-allow-credentials': 'true' } : {}),
  }
}

/** Adds the headers that every response has. */
export function dressed(answer: Response, cors: Cors | undefined, requestId: string): Response {
  const headers: Record<string, string> = { ...always, ...corsHeaders(cors), 'x-request-id': requestId }
  for (const [name, value] of Object.entries(headers)) {
    if (name === 'vary' && answer.headers.has('vary')) answer.headers.append(name, value)
    else answer.headers.set(name, value)
  }
  return answer
}

function errorAnswer(status: number, message: string, type: string, retryAfterSeconds?: number): Response {
  const body: StandardError = { message, type, success: false }
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  return Response.json(body, { status, headers })
}

/** The same response for every refusal, so that a prober learns nothing. */
export const refusalAnswer = () => errorAnswer(403, 'This request is refused.', 'forbidden')

/** Tells the page to let its user sign in. */
export const unauthorizedAnswer = () => errorAnswer(401, 'Sign in first.', 'unauthorized')

/** The request names an account, but another one is signed in. Nothing was done. */
export const otherAccountAnswer = () =>
  errorAnswer(409, 'Another account is signed in than the one that this request is about.', 'other_account')

/** The user has not granted the scope. Only the scope of the user-data feed is checked before the service is called. */
export const notGrantedAnswer = () =>
  errorAnswer(403, 'The user has not allowed this: its scope was not granted.', 'insufficient_scope')

export const limitAnswer = (retryAfterSeconds: number) =>
  errorAnswer(429, 'Too many requests. Wait, then ask less often.', 'rate_limit_exceeded', retryAfterSeconds)

/** The service or the issuer grants no access at present. */
export const unavailableAnswer = (retryAfterSeconds: number) =>
  errorAnswer(
    503,
    'The service gives no access at present. Try again later.',
    'service_unavailable',
    retryAfterSeconds,
  )

/** The service sent no usable response. */
export const badGatewayAnswer = () =>
  errorAnswer(502, 'The service gave no usable answer. Try again later.', 'bad_gateway')

/** The relay failed because of a defect in this package or in a function that was passed to it. */
export const failureAnswer = () =>
  errorAnswer(500, 'The relay failed. Its log has more.', 'internal_server_error')

export interface PreflightRules {
  readonly methods: readonly string[]
  readonly headers: Iterable<string>
}

export function preflightAnswer({ methods, headers }: PreflightRules): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': [...headers].join(', '),
      'access-control-max-age': '7200',
      vary: 'Access-Control-Request-Method, Access-Control-Request-Headers',
    },
  })
}
