import type {
  AppStateAccountState,
  AppStatePendingMutation,
  AppStatePutBody,
  AppStateStoredDocument,
} from '@quranjs/api/public'
import { isSameJson } from './json.ts'
import type { Merge } from './merge.ts'

/** A refusal of the service that does not pass automatically. */
export interface Refusal {
  /** The service's own error code, such as `document_too_large` or `quota_exceeded`; else the code of the error. */
  readonly code: string
  readonly status: number | null
  /** When it was refused, in milliseconds since the epoch. */
  readonly since: number
}

/**
 * The state of a document that a person wants, until it is handed to the SDK. There is at most one for a document, whatever was
 * done to it and how often. It is handed over only when no write of the document is under way. A second write would name a
 * state that the first one is about to replace.
 */
export interface Edit {
  readonly account: string
  readonly id: string
  readonly collection: string
  readonly key: string
  /** Null: no document. */
  readonly body: AppStatePutBody | null
  /**
   * What the person saw before the first mutation that is part of the edit. Comparing with it shows what another device changed
   * since.
   */
  readonly base: AppStatePutBody | null
  /** When the latest mutation was, in milliseconds since the epoch. */
  readonly at: number
  /** The service refused the edit as it is. It waits for the person. */
  readonly blocked?: Refusal | undefined
}

/** A mutation of the SDK that was made from an edit, with the `base` that the edit needs if it is taken back. */
export type QueuedMutation = AppStatePendingMutation & { readonly base?: AppStatePutBody | null | undefined }

/** The SDK's id of a document. */
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

/** Puts an edit into the SDK's queue, on top of the current document. Does nothing if the document already is as desired. */
export function queueEdit(
  state: AppStateAccountState,
  { id, collection, key, body, base }: Edit,
  merge: Merge,
  idempotencyKey: string,
): void {
  const current = state.shadow[id]
  const remote = bodyOf(current)
  const desired = isSameBody(base, remote) ? body : merge({ base, local: body, remote })
  if (isSameBody(desired, remote)) return
  const localRevision = state.localRevision + 1
  const named = { collection, key, idempotencyKey, localRevision, base: remote }
  const condition = remote === null ? { ifNoneMatch: '*' } : { ifMatch: current!.etag }
  const mutation: QueuedMutation =
    desired === null
      ? { ...named, ...condition, method: 'DELETE' }
      : { ...named, ...condition, method: 'PUT', body: desired }
  state.pendingMutations = [...state.pendingMutations, mutation]
  state.localRevision = localRevision
}

/** Takes a mutation out of the SDK's queue. Returns undefined if it is no longer there. */
export function takeMutation(
  state: AppStateAccountState,
  idempotencyKey: string,
): QueuedMutation | undefined {
  const found = state.pendingMutations.find((mutation) => mutation.idempotencyKey === idempotencyKey)
  if (found) state.pendingMutations = state.pendingMutations.filter((mutation) => mutation !== found)
  return found
}

/**
 * Turns a mutation back into an edit. A newer edit takes precedence, but keeps what the person saw before the first of both. A
 * refusal concerns the older one, so it no longer counts.
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
