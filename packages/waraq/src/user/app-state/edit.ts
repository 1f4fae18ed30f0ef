import type {
  AppStateAccountState,
  AppStatePendingMutation,
  AppStatePutBody,
  AppStateStoredDocument,
} from '@quranjs/api/public'
import { isSameJson } from './json.ts'
import type { Merge } from './merge.ts'

/** A refusal of the service that does not pass by itself. */
export interface Refusal {
  /** The service's own word, such as `document_too_large` or `quota_exceeded`; else the code of the error. */
  readonly code: string
  readonly status: number | null
  /** When it was refused, in milliseconds since the epoch. */
  readonly since: number
}

/**
 * What a person wants a document to be, until it is handed to the SDK: at most one for a document, whatever was done to it and how
 * often. It is handed over once nothing of the document is under way, since a second write would name a state that the first one
 * is about to replace.
 */
export interface Edit {
  readonly account: string
  readonly id: string
  readonly collection: string
  readonly key: string
  /** Null: no document. */
  readonly body: AppStatePutBody | null
  /** What the person saw before the first act that is in it: what another device did since then is told by it. */
  readonly base: AppStatePutBody | null
  /** When the latest act was, in milliseconds since the epoch. */
  readonly at: number
  /** Refused as it is: it waits for the person. */
  readonly blocked?: Refusal | undefined
}

/** A mutation of the SDK that was made of an edit, with what the edit would need if it came back. */
export type QueuedMutation = AppStatePendingMutation & { readonly base?: AppStatePutBody | null | undefined }

/** Of a document, as the SDK names it. */
export const documentId = (collection: string, key: string): string =>
  `${collection}/${encodeURIComponent(key)}`

export const bodyOf = (document: AppStateStoredDocument | undefined): AppStatePutBody | null =>
  document?.operation === 'upsert' ? { schemaVersion: document.schemaVersion, value: document.value } : null

export const bodyOfMutation = (mutation: AppStatePendingMutation): AppStatePutBody | null =>
  mutation.method === 'PUT' ? mutation.body : null

/** The latest mutation of a document that waits in the SDK's queue. */
export function pendingOf(
  { pendingMutations }: Pick<AppStateAccountState, 'pendingMutations'>,
  id: string,
): QueuedMutation | undefined {
  return pendingMutations.findLast(({ collection, key }) => documentId(collection, key) === id)
}

const isSameBody = (one: AppStatePutBody | null, other: AppStatePutBody | null): boolean =>
  one?.schemaVersion === other?.schemaVersion && isSameJson(one?.value, other?.value)

/** Puts an edit into the SDK's queue, on top of what is there now; nothing where that is what it wants already. */
export function queueEdit(
  state: AppStateAccountState,
  { id, collection, key, body, base }: Edit,
  merge: Merge,
  idempotencyKey: string,
): void {
  const current = state.shadow[id]
  const theirs = bodyOf(current)
  const wanted = isSameBody(base, theirs) ? body : merge({ base, mine: body, theirs })
  if (isSameBody(wanted, theirs)) return
  const localRevision = state.localRevision + 1
  const named = { collection, key, idempotencyKey, localRevision, base: theirs }
  const condition = theirs === null ? { ifNoneMatch: '*' } : { ifMatch: current!.etag }
  const mutation: QueuedMutation =
    wanted === null
      ? { ...named, ...condition, method: 'DELETE' }
      : { ...named, ...condition, method: 'PUT', body: wanted }
  state.pendingMutations = [...state.pendingMutations, mutation]
  state.localRevision = localRevision
}

/** Takes a mutation out of the SDK's queue; undefined where it is there no more. */
export function takeMutation(
  state: AppStateAccountState,
  idempotencyKey: string,
): QueuedMutation | undefined {
  const found = state.pendingMutations.find((mutation) => mutation.idempotencyKey === idempotencyKey)
  if (found) state.pendingMutations = state.pendingMutations.filter((mutation) => mutation !== found)
  return found
}

/**
 * A mutation as an edit again. What the person did since goes before it, and keeps what they saw before the first of both; a refusal
 * is of the older one, so it no longer counts.
 */
export function editAgain(
  mutation: QueuedMutation,
  since: Edit | undefined,
  of: Pick<Edit, 'account' | 'at' | 'blocked'> & { readonly observed: AppStatePutBody | null },
): Edit {
  const { collection, key } = mutation
  const base = mutation.base === undefined ? of.observed : mutation.base
  if (since) return { ...since, base }
  const { account, at, blocked } = of
  return {
    account,
    id: documentId(collection, key),
    collection,
    key,
    body: bodyOfMutation(mutation),
    base,
    at,
    ...(blocked && { blocked }),
  }
}
