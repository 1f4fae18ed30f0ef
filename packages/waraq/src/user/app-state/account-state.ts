import type { AppStateAccountState, AppStateStoredDocument } from '@quranjs/api/public'

/**
 * An account's state as the SDK's reducers see it. It is built from the stored parts and split into them again. The JSON of
 * documents is parsed when a reducer first accesses them, because most reducers access none.
 */

/** `shadow`: the service's documents. `staging`: the documents received so far by a bootstrap that is under way. */
export type Part = 'shadow' | 'staging'
export const parts: readonly Part[] = ['shadow', 'staging']

/** JSON of documents by their ids. */
export type Texts = ReadonlyMap<string, string>

/** What is stored of an account. */
export interface StoredState {
  /** Every field of the state except the documents. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly isStaging: boolean
  readonly texts: Readonly<Record<Part, Texts>>
}

/** What a reducer changed. */
export interface StateChange {
  readonly state: StoredState
  readonly put: readonly { readonly part: Part; readonly id: string; readonly json: string }[]
  readonly removed: readonly { readonly part: Part; readonly id: string }[]
}

const none: Texts = new Map()

/** The state of an account that is new on this device, as the SDK initialises it. */
export const beginning: StoredState = {
  fields: { bootstrapCursor: null, localRevision: 0, pendingMutations: [], syncToken: null },
  isStaging: false,
  texts: { shadow: none, staging: none },
}

type Documents = Record<string, AppStateStoredDocument>

const fieldOf = { shadow: 'shadow', staging: 'stagingBootstrap' } as const
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** Returns a state that a reducer may change, and a function that reports the changes after the reducer returned. */
export function openState(stored: StoredState): {
  readonly state: AppStateAccountState
  readonly changes: () => StateChange | undefined
} {
  const state = copy(stored.fields)
  const read: Partial<Record<Part, Documents | null>> = {}
  for (const part of parts) {
    const documents = () =>
      part === 'staging' && !stored.isStaging
        ? null
        : Object.fromEntries(
            [...stored.texts[part]].map(([id, json]) => [id, JSON.parse(json) as AppStateStoredDocument]),
          )
    Object.defineProperty(state, fieldOf[part], {
      enumerable: true,
      configurable: true,
      get: () => (read[part] === undefined ? (read[part] = documents()) : read[part]),
      set: (value: Documents | null) => {
        read[part] = value
      },
    })
  }
  return {
    state: state as unknown as AppStateAccountState,
    changes: () => changeOf(stored, state, read),
  }
}

function changeOf(
  stored: StoredState,
  state: Readonly<Record<string, unknown>>,
  read: Readonly<Partial<Record<Part, Documents | null>>>,
): StateChange | undefined {
  const documentFields: readonly string[] = Object.values(fieldOf)
  // By name: reading the values would parse a part that no reducer accessed.
  const own = Object.keys(state).filter((field) => !documentFields.includes(field))
  const fields = copy(Object.fromEntries(own.map((field) => [field, state[field]])))
  const isStaging = read.staging === undefined ? stored.isStaging : read.staging !== null
  const put: { part: Part; id: string; json: string }[] = []
  const removed: { part: Part; id: string }[] = []
  const texts = { ...stored.texts }
  for (const part of parts) {
    const documents = read[part]
    if (documents === undefined) continue
    const before = stored.texts[part]
    const after = new Map(Object.entries(documents ?? {}).map(([id, one]) => [id, JSON.stringify(one)]))
    for (const [id, json] of after) if (before.get(id) !== json) put.push({ part, id, json })
    for (const id of before.keys()) if (!after.has(id)) removed.push({ part, id })
    texts[part] = after
  }
  const isSame =
    put.length + removed.length === 0 &&
    isStaging === stored.isStaging &&
    JSON.stringify(fields) === JSON.stringify(stored.fields)
  return isSame ? undefined : { state: { fields, isStaging, texts }, put, removed }
}
