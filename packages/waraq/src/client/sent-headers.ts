import { relayHeader, WaraqError } from '@waraq/protocol'
import { tokenUnavailableError } from './failures.ts'

type HeaderRecord = Readonly<Record<string, string>>

/** How requests to the application's own server identify the caller. */
export interface CallerOptions {
  /** Whether requests carry cookies. `include`: also to another origin, whose relay has to allow it. Default `same-origin`. */
  readonly credentials?: RequestCredentials | undefined
  /** Additional headers of each request, such as `authorization`. A function is called again before each request. */
  readonly headers?: HeaderRecord | (() => HeaderRecord | Promise<HeaderRecord>) | undefined
}

/** `CallerOptions`, validated. */
export interface Caller {
  readonly credentials: RequestCredentials
  /** Rejects with `token_unavailable`. */
  headers(): Promise<HeaderRecord>
}

/** Headers by which the relay and the service identify their callers: only this package sets them. */
const reserved: readonly string[] = [
  relayHeader.name,
  'accept',
  'content-type',
  'x-auth-token',
  'x-client-id',
]

const misfit = (what: string) =>
  `has ${what} that no request may carry, or that the client sets itself. Leave it out.`

/**
 * Describes the problem with the headers; undefined if they are valid. Never shows a value, or a name that is invalid: both
 * may be secrets.
 */
function problemOf(given: HeaderRecord): string | undefined {
  try {
    for (const [name, value] of Object.entries(given)) {
      const { headers } = new Request('https://a.invalid', { headers: { [name]: value } })
      // Browsers silently drop names that pages may not set, such as cookie.
      const isSent = typeof value === 'string' && headers.has(name)
      if (!isSent || reserved.includes(name.toLowerCase())) return misfit(name)
    }
    return undefined
  } catch {
    return misfit('a name or value')
  }
}

/** @throws {WaraqError} `invalid_option` */
export function resolveCaller({ credentials = 'same-origin', headers = {} }: CallerOptions): Caller {
  if (!['same-origin', 'include', 'omit'].includes(credentials)) {
    throw invalidOption('credentials', "is unknown. Give 'same-origin', 'include' or 'omit'.")
  }
  if (typeof headers === 'function') return { credentials, headers: () => ask(headers) }
  const problem = problemOf(headers)
  if (problem) throw invalidOption('headers', problem)
  return { credentials, headers: () => Promise.resolve(headers) }
}

async function ask(headers: () => HeaderRecord | Promise<HeaderRecord>): Promise<HeaderRecord> {
  try {
    const given = await headers()
    const problem = problemOf(given)
    if (problem) throw invalidOption('headers', problem)
    return given
  } catch (error) {
    throw tokenUnavailableError(
      error,
      'The function of the option headers gave none that can be sent. Check it.',
    )
  }
}

/** The error of an invalid option. It does not show the value, which may be a secret. */
export function invalidOption(option: string, problem: string): WaraqError {
  return new WaraqError({
    code: 'invalid_option',
    message: `The option ${option} ${problem}`,
    details: { option },
  })
}
