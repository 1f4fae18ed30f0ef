import type { Exchange } from '../../service/connection.ts'
import type { Probe } from '../probe.ts'
import { differs, ok, type CheckResult } from '../report.ts'
import type { Check } from './check.ts'

/** Values of a header that is a list, in lower case. */
function listOf({ headers }: Exchange, name: string): string[] {
  const list = (headers.get(name) ?? '').split(',').map((value) => value.trim().toLowerCase())
  return list.filter((value) => value !== '')
}

function opensTo({ headers }: Exchange, origin: string): boolean {
  const allowed = headers.get('access-control-allow-origin')
  return allowed === '*' || allowed === origin
}

const allowed = ({ headers }: Exchange) =>
  headers.has('access-control-allow-origin')
    ? 'an Access-Control-Allow-Origin for another origin'
    : 'no Access-Control-Allow-Origin'

const preflight: Check = {
  name: 'cors_preflight',
  assumes: 'The preflight of a page allows the headers x-auth-token and x-client-id.',
  runsAnyway: true,
  run: async ({ connection, origin }) => {
    const { error, exchanges } = await connection.preflight('/api/v4/resources/sync')
    if (error) throw error
    const answer = exchanges.at(-1)!
    const follows = `A page at ${origin} gets no answer at all. Pass the service on under an address of your own.`
    if (answer.status < 200 || answer.status > 299)
      return differs(`The preflight is answered ${answer.status}.`, follows)
    if (!opensTo(answer, origin)) return differs(`The preflight has ${allowed(answer)}.`, follows)
    const headers = listOf(answer, 'access-control-allow-headers')
    const missing = ['x-auth-token', 'x-client-id'].filter((name) => !headers.includes(name))
    if (missing.length > 0 && !headers.includes('*'))
      return differs(`The preflight does not allow ${missing.join(' and ')}.`, follows)
    return ok(`The preflight allows both headers, for ${origin}.`)
  },
}

function readable(exchange: Exchange, { origin }: Probe, what: string, follows: string): CheckResult {
  if (opensTo(exchange, origin)) return ok(`${what} may be read by ${origin}.`)
  return differs(`${what} has ${allowed(exchange)}.`, follows)
}

const answers: Check = {
  name: 'cors_answers',
  assumes: 'A page may read the answers.',
  run: async (probe) => {
    const { exchanges } = await probe.small()
    const follows = `To a page at ${probe.origin} each request looks like a lost connection (network).`
    return readable(exchanges.at(-1)!, probe, 'A snapshot', follows)
  },
}

const refusals: Check = {
  name: 'cors_refusals',
  assumes: 'A page may read refusals, too.',
  runsAnyway: true,
  run: async (probe) => {
    const { exchanges, error } = await probe.refused('token')
    const refusal = exchanges.at(-1)
    if (!refusal) throw error!
    const follows =
      'An expired token looks like a lost connection (network) to a page: it is not renewed until its time is over.'
    return readable(refusal, probe, `A refusal (${refusal.status})`, follows)
  },
}

const exposed: Check = {
  name: 'cors_headers',
  assumes: 'A page may read the headers Date and Retry-After.',
  run: async (probe) => {
    const { exchanges } = await probe.small()
    const names = listOf(exchanges.at(-1)!, 'access-control-expose-headers')
    const hidden = ['Date', 'Retry-After'].filter((name) => !names.includes(name.toLowerCase()))
    if (hidden.length === 0 || names.includes('*')) return ok('A page may read both headers.')
    return differs(
      `Access-Control-Expose-Headers does not name ${hidden.join(' and ')}.`,
      hidden.includes('Retry-After')
        ? 'The engine does not hear how long to wait, and waits as long as its own back-off says.'
        : 'The engine does not know the service’s own time.',
    )
  },
}

export const browserChecks: readonly Check[] = [preflight, answers, refusals, exposed]
