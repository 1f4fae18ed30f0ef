import type { RelayClock } from '../clock.ts'
import { configurationError } from '../configuration.ts'
import { within } from '../deadline.ts'

/** The application's credentials at the issuer. */
export interface Credentials {
  readonly clientId: string
  /** A function is asked before each request to the issuer: a new secret needs no restart. */
  readonly clientSecret: string | (() => string | Promise<string>)
}

/** @throws {WaraqError} `invalid_relay_configuration` */
export function checkCredentials({ clientId, clientSecret }: Credentials): void {
  // A value that is missing in the environment is undefined, although its type is string.
  if (!clientId || !/^[\x21-\x7e]+$/.test(clientId))
    throw configurationError('clientId must be set, in plain characters.')
  if (!clientSecret) throw configurationError('clientSecret must be set.')
}

const secretWithinMs = 2_000

/** The present secret. @throws where the function does not give it in time */
export async function currentSecret(
  clientSecret: Credentials['clientSecret'],
  clock: RelayClock,
): Promise<string> {
  const secret: unknown =
    typeof clientSecret === 'string' ? clientSecret : await within(clock, secretWithinMs, clientSecret)
  if (typeof secret === 'string' && secret !== '') return secret
  throw new Error('no secret')
}

/** `application/x-www-form-urlencoded`, as RFC 6749 section 2.3.1 wants id and secret before they are joined. */
export function formEncode(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}

/** HTTP Basic client authentication. */
export function basicAuthorization(clientId: string, clientSecret: string): string {
  return `Basic ${btoa(`${formEncode(clientId)}:${formEncode(clientSecret)}`)}`
}

/** Takes the same time wherever the texts differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}
