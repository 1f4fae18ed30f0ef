import type { Check } from '../../doctor/checks/check.ts'

/** A rule of the interface: what a service has to do, and where that is written. */
export interface Rule extends Check {
  readonly from: string
}

/** A check of the doctor that is a rule of the interface, too. */
export function asRule(check: Check, from: string, must: string = check.assumes): Rule {
  return { ...check, assumes: must, from }
}

/** The check of that name; a name that is no check's is a mistake of this program. */
export function checkNamed<C extends { readonly name: string }>(checks: readonly C[], name: string): C {
  const found = checks.find((check) => check.name === name)
  if (!found) throw new Error(`There is no check ${name}`)
  return found
}

/** Where rules are written, as the report names it: an operation of the service's documentation, or our own specification. */
export const written = {
  token: 'POST /oauth2/token',
  headers: 'authentication headers',
  sync: (part: string) => `GET /resources/sync, ${part}`,
  snapshot: (part: string) => `GET /resources/snapshots, ${part}`,
  userFeed: (part: string) => `/v1/sync, ${part}`,
  /** One of the numbered sentences of "What the service has to keep to". */
  engine: (number: number) => `the engine’s SPEC.md, what the service has to keep to, ${number}`,
} as const
