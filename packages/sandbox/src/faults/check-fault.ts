import { isJsonObject } from '@waraq/protocol'
import { SandboxError } from '../sandbox-error.ts'
import type { FaultEffect, FaultMatch, FaultSpec, OtherRequest } from './fault.ts'

/** Refuses faults with fields that do not exist: a field with a typing error would have no effect. */

/** The fields of a part of a fault: 1, or the fields of an object in it. The types keep the lists complete. */
type FieldsOf<Part> = { readonly [Field in keyof Required<Part>]: 1 | Fields }
interface Fields {
  readonly [field: string]: 1 | Fields
}

const match: FieldsOf<FaultMatch> = {
  path: { pattern: 1, flags: 1 },
  method: 1,
  nth: 1,
  group: 1,
  id: 1,
}

type Nested<Field extends keyof FaultEffect> = FieldsOf<
  Exclude<FaultEffect[Field], string | boolean | undefined>
>

const meanwhile: FieldsOf<OtherRequest> = { method: 1, path: 1, body: 1 }
const userFeed: Nested<'userFeed'> = {
  outOfSync: 1,
  appliedOnly: 1,
  refuse: 1,
  unnamed: 1,
  readingBookmarks: 1,
  forgetDeletions: 1,
  inclusive: 1,
  addRows: 1,
  page: 1,
}
const hang: Nested<'hang'> = { afterBytes: 1 }
const carriedOut: Nested<'carriedOut'> = { afterMs: 1 }
const staleReads: Nested<'staleReads'> = { seconds: 1 }
const cutBody: Nested<'cutBody'> = { afterBytes: 1, ending: 1 }
const slowBody: Nested<'slowBody'> = { bytes: 1, everyMs: 1 }
const staleFeed: Nested<'staleFeed'> = { behind: 1 }
const staleSnapshot: Nested<'staleSnapshot'> = { behind: 1, rowsBehind: 1, sequenceBehind: 1 }

const effect: FieldsOf<FaultEffect> = {
  delayMs: 1,
  networkError: 1,
  hang,
  status: 1,
  type: 1,
  code: 1,
  message: 1,
  body: 1,
  carriedOut,
  meanwhile,
  userFeed,
  staleReads,
  headers: 1,
  html: 1,
  cutBody,
  slowBody,
  endless: 1,
  ignoreRange: 1,
  duplicateMutations: 1,
  shuffleMutations: 1,
  addMutations: 1,
  page: 1,
  staleFeed,
  staleSnapshot,
  envelope: 1,
}

const fault: FieldsOf<FaultSpec> = { match, times: 1, effect }

function checkFields(given: unknown, known: Fields, place: string): void {
  if (Array.isArray(given)) {
    for (const [index, each] of given.entries()) checkFields(each, known, `${place}[${index}]`)
    return
  }
  if (!isJsonObject(given) || given instanceof RegExp) return
  for (const [field, value] of Object.entries(given)) {
    const fields = Object.hasOwn(known, field) ? known[field]! : undefined
    if (fields === undefined) {
      const names = Object.keys(known).join(', ')
      throw new SandboxError(`${place} has no field ${JSON.stringify(field)}. Its fields are ${names}.`)
    }
    if (fields !== 1) checkFields(value, fields, `${place}.${field}`)
  }
}

/** @throws {SandboxError} names the field that does not exist, or the missing effect */
export function checkFault(spec: FaultSpec): void {
  checkFields(spec, fault, 'A fault')
  if (!isJsonObject(spec.effect)) throw new SandboxError('A fault needs an effect: { "effect": { ... } }.')
}
