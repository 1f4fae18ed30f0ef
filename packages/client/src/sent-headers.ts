import { relayHeader, WaraqError } from '@waraq/contract'
import { tokenUnavailableError } from './failures.ts'

type HeaderRecord = Readonly<Record<string, string>>

/** How requests to the application's own server tell who asks. */
export interface CallerOptions {
  /** Whether cookies go along; `include`: also to another origin, whose relay has to allow it. Default `same-origin`. */
  readonly credentials?: RequestCredentials | undefined
  /** Headers that each request carries besides, such as `authorization`. A function is asked anew before each. */
  readonly headers?: HeaderRecord | (() => HeaderRecord | Promise<HeaderRecord>) | undefined
}

/** The same, checked. */
export interface Caller {
  readonly credentials: RequestCredentials
  /** Rejects with `token_unavailable`. */
  headers(): Promise<HeaderRecord>
}

/** Headers by which the relay and the service know their callers: only this package writes them. */
const reserved: readonly string[] = [
  relayHeader.name,
  'accept',
  'content-type',
  'x-auth-token',
  'x-client-id',
]

/** Names and values may be secrets: only a name that could be a header's is told. */
function problemOf(given: HeaderRecord): string | undefined {
  try {
    for (const [name, value] of Object.entries(given)) {
      if (reserved.includes(name.toLowerCase())) return `has ${name}, which the client sets itself`
      // Browsers drop names that pages may not set, such as cookie, without a word.
      const { headers } = new Request('https://a.invalid', { headers: { [name]: value } })
      if (typeof value !== 'string' || !headers.has(name)) return `has ${name}, which no request can carry`
    }
    return undefined
  } catch {
    return 'has a name or a value that no request can carry'
  }
}

/** @throws {WaraqError} `invalid_option` */
export function resolveCaller({ credentials = 'same-origin', headers = {} }: CallerOptions): Caller {
  if (!['same-origin', 'include', 'omit'].includes(credentials)) {
    throw invalidOption('credentials', "is unknown. Give 'same-origin', 'include' or 'omit'.")
  }
  if (typeof headers === 'function') return { credentials, headers: () => ask(headers) }
  const problem = problemOf(headers)
  if (problem) throw invalidOption('headers', `${problem}. Give a record of names and texts.`)
  return { credentials, headers: () => Promise.resolve(headers) }
}

async function ask(headers: () => HeaderRecord | Promise<HeaderRecord>): Promise<HeaderRecord> {
  let given: HeaderRecord
  try {
    given = await headers()
  } catch (error) {
    throw tokenUnavailableError(error, 'The function of the option headers failed. Check what it asks.')
  }
  const problem = problemOf(given)
  if (!problem) return given
  throw new WaraqError({
    code: 'token_unavailable',
    message: `What the function of the option headers gave ${problem}. Correct it.`,
  })
}

/** An option that cannot be meant. Its value may be a secret and is not told. */
export function invalidOption(option: string, problem: string): WaraqError {
  return new WaraqError({
    code: 'invalid_option',
    message: `The option ${option} ${problem}`,
    details: { option },
  })
}
