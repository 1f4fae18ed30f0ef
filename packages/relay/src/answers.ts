import { relayHeader, type RelayedToken, type StandardError } from '@waraq/contract'

const always = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  vary: 'Origin',
}

function cors(origin: string | null): Record<string, string> {
  return origin === null
    ? {}
    : { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'Date, Retry-After' }
}

function json(
  status: number,
  body: unknown,
  origin: string | null,
  more: Record<string, string> = {},
): Response {
  const headers = { ...always, ...cors(origin), ...more, 'content-type': 'application/json' }
  return new Response(JSON.stringify(body), { status, headers })
}

export function tokenAnswer(token: RelayedToken, origin: string | null): Response {
  return json(200, token, origin)
}

/** One answer for every refusal: it tells a prober nothing. */
export function refusalAnswer(origin: string | null): Response {
  const body: StandardError = { message: 'This request gets no token.', type: 'forbidden', success: false }
  return json(403, body, origin)
}

export function unavailableAnswer(retryAfterSeconds: number, origin: string | null): Response {
  const body: StandardError = {
    message: 'No token can be had at present. Try again later.',
    type: 'service_unavailable',
    success: false,
  }
  return json(503, body, origin, { 'retry-after': String(retryAfterSeconds) })
}

export function preflightAnswer(origin: string | null): Response {
  const headers = {
    ...always,
    ...cors(origin),
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': `content-type, ${relayHeader.name}`,
    'access-control-max-age': '7200',
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
  }
  return new Response(null, { status: 204, headers })
}
