import type { RelayClock } from '../clock.ts'
import { configurationError } from '../configuration.ts'
import { within } from '../deadline.ts'

/** The application's credentials at the issuer. */
export interface Credentials {
  readonly clientId: string
  /** A function is called before each request to the issuer, so that a new secret needs no restart. */
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

/** Returns the current secret. @throws if there is none, or the function does not return it in time */
export async function currentSecret(
  clientSecret: Credentials['clientSecret'],
  clock: RelayClock,
): Promise<string> {
  const secret: unknown =
    typeof clientSecret === 'string' ? clientSecret : await within(clock, secretWithinMs, clientSecret)
  if (typeof secret === 'string' && secret !== '') return secret
  throw new Error('no secret')
}

/** Encodes as `application/x-www-form-urlencoded`, as RFC 6749 section 2.3.1 requires before id and secret are joined. */
export function formEncode(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1)
}

/** Returns the header of HTTP Basic client authentication. */
export function basicAuthorization(clientId: string, clientSecret: string): string {
  return `Basic ${btoa(`${formEncode(clientId)}:${formEncode(clientSecret)}`)}`
}

/** Compares two texts in the same time, wherever they differ. */
export function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let index = 0; index < a.length; index += 1) difference |= a.charCodeAt(index) ^ b.charCodeAt(index)
  return difference === 0
}
