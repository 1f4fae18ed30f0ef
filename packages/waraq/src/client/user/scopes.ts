import { WaraqError } from '@waraq/protocol'
import { areaOfScope, type UserScope } from '@waraq/protocol/user'
import type { Catalogue } from './calls.ts'

/**
 * Returns the scopes to request from a user, so that these operations can be called: `scopesFor({ bookmarks })`. Each is
 * listed once, in alphabetical order.
 *
 * The service refuses a sign-in that requests a scope which the client was not approved for. If `approved` is given, the
 * narrowest approved scope that allows an operation is used: `bookmark.read`, or else `bookmark`.
 * @throws {WaraqError} `scope_not_approved` if no approved scope allows an operation; `details` has the `operations` and the
 * `scopes`
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
  // The scope of an area includes its children, so these would be requested twice.
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
