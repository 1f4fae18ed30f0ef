import { WaraqError } from '@waraq/protocol'
import { areaOfScope, type UserScope } from '@waraq/protocol/user'
import type { Catalogue } from './calls.ts'

/**
 * The scopes to ask a user for, so that these operations can be called: `scopesFor({ bookmarks })`. Each once, in the order
 * of the alphabet.
 *
 * The service refuses a sign-in that asks for a scope which the client was not approved for. Where `approved` is given,
 * the narrowest of those that allows an operation is taken: `bookmark.read`, or else `bookmark`.
 * @throws {WaraqError} `scope_not_approved` where none of them does; `details` has the `operations` and the `scopes`
 */
export function scopesFor(operations: Catalogue, approved?: readonly string[]): UserScope[] {
  const needed = Object.entries(operations).flatMap(([area, calls]) =>
    Object.entries(calls).flatMap(([name, { scope }]) =>
      scope === null ? [] : [{ name: `${area}.${name}`, scope }],
    ),
  )
  const isApproved = (scope: UserScope) => !approved || approved.includes(scope)
  const refused = needed.filter(({ scope }) => !isApproved(scope) && !isApproved(areaOfScope(scope)))
  if (refused.length > 0) throw notApproved(refused)
  const scopes = needed.map(({ scope }) => (isApproved(scope) ? scope : areaOfScope(scope)))
  // An area allows its children, so these would be asked for twice.
  const all = new Set(scopes)
  return [...all].filter((scope) => areaOfScope(scope) === scope || !all.has(areaOfScope(scope))).sort()
}

function notApproved(refused: readonly { readonly name: string; readonly scope: UserScope }[]): WaraqError {
  const scopes = [...new Set(refused.map(({ scope }) => scope))]
  return new WaraqError({
    code: 'scope_not_approved',
    message: `No approved scope allows ${refused.map(({ name }) => name).join(', ')}. Have the client approved for ${scopes.join(', ')}, or leave these operations out.`,
    details: { operations: refused.map(({ name }) => name), scopes },
  })
}
