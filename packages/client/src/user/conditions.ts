import { invalidArgument } from './arguments.ts'
import type { UserCallOptions } from './call-options.ts'
import type { Operation } from './operation.ts'

/** The options of a call that go as headers, each with its header. */
const headers = {
  ifMatch: 'if-match',
  ifNoneMatch: 'if-none-match',
  idempotencyKey: 'idempotency-key',
} as const

/**
 * The headers by which a write says what it replaces and which one it is.
 * @throws {WaraqError} `invalid_argument` where the operation takes none, or a value fits no header
 */
export function conditionsOf(
  name: string,
  { conditional }: Operation,
  options: UserCallOptions,
): Record<string, string> {
  const given: Record<string, string> = {}
  for (const [option, header] of Object.entries(headers) as [keyof typeof headers, string][]) {
    const value = options[option]
    if (value === undefined) continue
    if (!conditional || !/^[\x21-\x7e]{1,256}$/.test(value)) throw invalidArgument(name, [option])
    given[header] = value
  }
  return given
}
