import type { PutAppStateBody } from '@waraq/protocol/user'
import type { Conditions } from '../parts/route.ts'
import type { World } from '../parts/world.ts'
import { appStateRefusal } from './refusals.ts'
import { configurationOf, type AppStateConfiguration, type AppStateSettings } from './settings.ts'

export interface Write extends Partial<Conditions> {
  readonly collection: string
  readonly key: string
  /** Undefined to delete the document. */
  readonly body: PutAppStateBody | undefined
}

/** A document in its latest state. Deleted documents are included. */
interface StoredDocument {
  readonly collection: string
  readonly key: string
  readonly schemaVersion: number
  readonly value: unknown
  readonly version: number
  readonly updatedAt: string
  readonly etag: string
  /** Its position among all changes of the user. */
  readonly sequence: number
  readonly isGone: boolean
  readonly bytes: number
}

/** The result of a write, as it is answered. A repeated write gets an identical answer. */
export interface Written {
  readonly status: 200 | 201 | 204
  readonly document: StoredDocument
}

interface Account {
  readonly documents: Map<string, StoredDocument>
  readonly answers: Map<string, { readonly fingerprint: string; readonly written: Written }>
  sequence: number
}

const dayMs = 86_400_000
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

/** A document as shown by pages and by the feed of changes. */
export function shown({ collection, key, schemaVersion, updatedAt, value, version, etag }: StoredDocument) {
  return { collection, key, schemaVersion, updatedAt, value, version, etag }
}

/** JSON documents of applications, by user. The feed of changes has the latest state of each document, including deletions. */
export class AppStateDocuments {
  readonly #world: World
  readonly #accounts = new Map<string, Account>()
  readonly configuration: AppStateConfiguration

  constructor(world: World, settings: AppStateSettings | undefined) {
    this.#world = world
    this.configuration = configurationOf(settings)
  }

  /** @throws {Refusal} */
  get(userId: string, collection: string, key: string): StoredDocument {
    this.#checkNames(collection, key)
    const found = this.#account(userId).documents.get(idOf(collection, key))
    if (!found || found.isGone) throw appStateRefusal('document_not_found')
    return found
  }

  /**
   * Returns a page of the existing documents, ordered by collection and key. A cursor contains the document before the page,
   * and the state at which the first page was read. The sync token of that state covers all later changes.
   */
  page(userId: string, collection: string | undefined, cursor: string | undefined, limit: number) {
    if (collection !== undefined) this.#checkNames(collection, 'any')
    const { documents, sequence } = this.#account(userId)
    const [began, after] = cursor === undefined ? [sequence, ''] : placeOf(cursor)
    const left = [...documents]
      .filter(([id, { isGone, collection: its }]) => !isGone && id > after && its === (collection ?? its))
      .sort(([one], [other]) => (one < other ? -1 : 1))
    const items = left.slice(0, limit)
    const hasMore = left.length > limit
    return {
      hasMore,
      items: items.map(([, kept]) => shown(kept)),
      nextCursor: hasMore ? `${began}:${items.at(-1)![0]}` : null,
      nextSyncToken: hasMore ? null : this.#token(began),
    }
  }

  /** @throws {Refusal} 410 if the token is older than the retained changes */
  changes(userId: string, since: string, limit: number) {
    const sequence = this.#sequenceOf(since)
    const account = this.#account(userId)
    if (sequence > account.sequence) throw appStateRefusal('bootstrap_required')
    const later = [...account.documents.values()]
      .filter((kept) => kept.sequence > sequence)
      .sort((one, other) => one.sequence - other.sequence)
    const reported = later.slice(0, limit)
    return {
      changes: reported.map((kept) => ({ ...shown(kept), operation: kept.isGone ? 'delete' : 'upsert' })),
      hasMore: later.length > limit,
      nextSyncToken: this.#token(reported.at(-1)?.sequence ?? account.sequence),
    }
  }

  /** @throws {Refusal} */
  write(userId: string, write: Write): Written {
    const { collection, key, body, idempotencyKey = '' } = write
    if (!/^[\x21-\x7e]{1,128}$/.test(idempotencyKey)) throw appStateRefusal('invalid_idempotency_key')
    const account = this.#account(userId)
    const fingerprint = JSON.stringify([collection, key, body, write.ifMatch, write.ifNoneMatch])
    const before = account.answers.get(idempotencyKey)
    if (before) {
      if (before.fingerprint !== fingerprint) throw appStateRefusal('idempotency_key_reused')
      return before.written
    }
    this.#checkNames(collection, key)
    const current = account.documents.get(idOf(collection, key))
    const there = current?.isGone === true ? undefined : current
    if (body === undefined && !there) throw appStateRefusal('document_not_found')
    this.#checkConditions(write, there)
    const bytes = body === undefined ? 0 : bytesOf(body.value)
    if (body !== undefined) this.#checkRoom(account, collection, there, bytes)
    account.sequence += 1
    const document: StoredDocument = {
      collection,
      key,
      schemaVersion: body?.schemaVersion ?? there!.schemaVersion,
      value: body === undefined ? null : body.value,
      version: (current?.version ?? 0) + 1,
      updatedAt: this.#world.instant(),
      etag: `"${account.sequence}-${(current?.version ?? 0) + 1}"`,
      sequence: account.sequence,
      isGone: body === undefined,
      bytes,
    }
    account.documents.set(idOf(collection, key), document)
    const written: Written = { status: body === undefined ? 204 : there ? 200 : 201, document }
    account.answers.set(idempotencyKey, { fingerprint, written })
    return written
  }

  #account(userId: string): Account {
    const account = this.#accounts.get(userId) ?? { documents: new Map(), answers: new Map(), sequence: 0 }
    this.#accounts.set(userId, account)
    return account
  }

  #checkNames(collection: string, key: string): void {
    if (!/^[a-z][\w-]{0,63}$/i.test(collection)) throw appStateRefusal('invalid_collection')
    if (!/^[\w.:-]{1,128}$/.test(key)) throw appStateRefusal('invalid_key')
    if (!this.#collection(collection)) throw appStateRefusal('collection_not_allowed')
  }

  #collection(name: string) {
    return this.configuration.collections.find((collection) => collection.name === name)
  }

  #checkConditions(
    { collection, body, ifMatch, ifNoneMatch }: Write,
    there: StoredDocument | undefined,
  ): void {
    const isRequired = this.#collection(collection)!.requiresPrecondition
    if (ifMatch === undefined && ifNoneMatch === undefined) {
      if (isRequired) throw appStateRefusal('precondition_required')
      return
    }
    const isForNew = ifNoneMatch !== undefined
    if (isForNew && (ifMatch !== undefined || ifNoneMatch !== '*' || body === undefined))
      throw appStateRefusal('invalid_precondition')
    if (ifMatch !== undefined && !/^"[^"]+"$/.test(ifMatch)) throw appStateRefusal('invalid_etag')
    const holds = isForNew ? there === undefined : there?.etag === ifMatch
    if (!holds) throw appStateRefusal('precondition_failed', there?.etag ?? null)
  }

  /** Checks the quotas by document, collection and user. */
  #checkRoom(account: Account, collection: string, there: StoredDocument | undefined, bytes: number): void {
    const { maxDocumentBytes, maxDocumentsPerUser, quotaBytesPerUser } = this.configuration.limits
    if (bytes > maxDocumentBytes) throw appStateRefusal('document_too_large')
    const others = [...account.documents.values()].filter((kept) => !kept.isGone && kept !== there)
    const inCollection = others.filter((kept) => kept.collection === collection)
    const isFull =
      others.length >= maxDocumentsPerUser ||
      inCollection.length >= this.#collection(collection)!.maxDocumentsPerUser ||
      others.reduce((sum, kept) => sum + kept.bytes, bytes) > quotaBytesPerUser
    if (isFull) throw appStateRefusal('quota_exceeded')
  }

  #token(sequence: number): string {
    return `${sequence}.${this.#world.now()}`
  }

  #sequenceOf(token: string): number {
    const [, sequence, issuedAt] = /^(\d{1,15})\.(\d{1,15})$/.exec(token) ?? []
    if (sequence === undefined) throw appStateRefusal('invalid_sync_token')
    const age = this.#world.now() - Number(issuedAt)
    if (age > this.configuration.limits.changeRetentionDays * dayMs)
      throw appStateRefusal('sync_token_expired')
    return Number(sequence)
  }
}

const idOf = (collection: string, key: string) => `${collection}/${key}`

function placeOf(cursor: string): [sequence: number, after: string] {
  const [, sequence, after] = /^(\d{1,15}):(.+)$/.exec(cursor) ?? []
  if (sequence === undefined) throw appStateRefusal('bootstrap_required')
  return [Number(sequence), after!]
}
