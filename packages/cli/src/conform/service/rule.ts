import type { Check } from '../../doctor/checks/check.ts'

/** A rule of the interface: the required behaviour of a service, and the source of the rule. */
export interface Rule extends Check {
  readonly from: string
}

/** Makes a rule from a doctor check that is also a rule of the interface. */
export function asRule(check: Check, from: string, must: string = check.assumes): Rule {
  return { ...check, assumes: must, from }
}

/** Finds the check with this name. A name without a check is a defect of this program. */
export function checkNamed<C extends { readonly name: string }>(checks: readonly C[], name: string): C {
  const found = checks.find((check) => check.name === name)
  if (!found) throw new Error(`There is no check ${name}`)
  return found
}

/** Sources of the rules, as named in the report: an operation of the service's documentation, or our own specification. */
export const written = {
  token: 'POST /oauth2/token',
  headers: 'authentication headers',
  sync: (part: string) => `GET /resources/sync, ${part}`,
  snapshot: (part: string) => `GET /resources/snapshots, ${part}`,
  userFeed: (part: string) => `/v1/sync, ${part}`,
  /** One of the numbered sentences of "What the service has to keep to". */
  engine: (number: number) => `the engine’s SPEC.md, what the service has to keep to, ${number}`,
} as const
