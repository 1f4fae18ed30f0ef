import { WaraqError } from '@waraq/protocol'

/** Errors of a relay that returned no token, with remedies for the developer of the page. */

interface Failure {
  readonly status?: number | undefined
  readonly retryAt?: number | undefined
}

const tryLater = 'It is asked again by itself.'

function tokenUnavailable(what: string, remedy: string, retryable: boolean, failure: Failure): WaraqError {
  return new WaraqError({
    code: 'token_unavailable',
    message: `The token relay ${what}. ${remedy}`,
    retryable,
    ...failure,
  })
}

/**
 * The relay did not answer. The browser does not report the reason: the relay is down, or the browser withholds its answer
 * because CORS headers are missing.
 */
export function noAnswer(what: string, address: string, own: URL | undefined): WaraqError {
  const { origin, pathname } = new URL(address)
  const isOurs = !own || own.origin === origin
  const isListed = `, and that it lists this page's origin, ${own?.origin} (localhost and 127.0.0.1 are two): else the browser withholds its answer (CORS). Its log names origins that it refused`
  const remedy = `Check that it runs at ${origin}${pathname}${isOurs ? '' : isListed}. ${tryLater}`
  return tokenUnavailable(what, remedy, true, {})
}

/** `retryAt`: when the relay accepts the next request, in milliseconds since the epoch. */
export function relayRefused(status: number, passing: boolean, retryAt: number | undefined): WaraqError {
  const remedy =
    status === 404
      ? 'Check the path of its address.'
      : passing
        ? `Its log says why. ${tryLater}`
        : 'Check that it admits this origin and this caller: its log says why it refuses.'
  return tokenUnavailable(`answered ${status}`, remedy, passing, { status, retryAt })
}

/** The answer does not come from a relay: another server is at the address. */
export function noToken(text: string, status: number): WaraqError {
  const isPage = /^\s*<(!doctype|html)/i.test(text)
  const what = isPage
    ? 'answered with an HTML page, as a server gives for a wrong path'
    : 'answered something else than a token'
  return tokenUnavailable(what, `Check its address. ${tryLater}`, true, { status })
}
