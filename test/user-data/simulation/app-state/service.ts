import { QuranHttpError, type AppStateChange, type AppStateTransport } from '@quranjs/api/public'

/** A model of the service's App State for one account, without HTTP. It is small, so that ten thousand schedules take minutes. */
export class ModelService {
  readonly documents = new Map<string, AppStateChange & { readonly sequence: number }>()
  readonly #answers = new Map<string, unknown>()
  #sequence = 0
  /** Tokens below it are too old. */
  oldest = 0

  /** Another device's write, on top of the current state. */
  write(collection: string, key: string, value: number | null): AppStateChange {
    const id = `${collection}/${key}`
    const version = (this.documents.get(id)?.version ?? 0) + 1
    this.#sequence += 1
    const document = {
      collection,
      key,
      etag: `"${this.#sequence}"`,
      schemaVersion: 1,
      updatedAt: `at ${this.#sequence}`,
      value,
      version,
      operation: value === null ? 'delete' : 'upsert',
      sequence: this.#sequence,
    } as const
    this.documents.set(id, document)
    return document
  }

  forget(): void {
    this.oldest = this.#sequence
  }

  get sequence(): number {
    return this.#sequence
  }

  answer(call: keyof AppStateTransport, args: readonly unknown[]): unknown {
    if (call === 'bootstrap') return this.#bootstrap(args[0] as { cursor?: string; limit: number })
    if (call === 'getChanges') return this.#changes(Number(args[0]), (args[1] as { limit: number }).limit)
    if (call === 'getDocument') return this.#get(`${String(args[0])}/${String(args[1])}`)
    const isPut = call === 'putDocument'
    const options = args[isPut ? 3 : 2] as { idempotencyKey: string; ifMatch?: string; ifNoneMatch?: string }
    const body = isPut ? (args[2] as { value: number }) : undefined
    const before = this.#answers.get(options.idempotencyKey)
    if (before !== undefined) return before
    const [collection, key] = [String(args[0]), String(args[1])]
    const current = this.#there(`${collection}/${key}`)
    if (!body && !current) throw refusal(404, 'document_not_found')
    // So that some schedules meet a permanent refusal.
    if (body?.value === 49) throw refusal(413, 'document_too_large')
    const holds = options.ifMatch === undefined ? current === undefined : current?.etag === options.ifMatch
    if (!holds) throw refusal(412, 'precondition_failed')
    const written = this.write(collection, key, body?.value ?? null)
    const { etag } = written
    const data = without(written, 'operation', 'value', 'etag', 'sequence')
    const answer = body ? { success: true, data, etag, status: current ? 200 : 201 } : null
    this.#answers.set(options.idempotencyKey, answer)
    return answer
  }

  #there(id: string) {
    const found = this.documents.get(id)
    return found?.operation === 'upsert' ? found : undefined
  }

  #get(id: string) {
    const found = this.#there(id)
    if (!found) throw refusal(404, 'document_not_found')
    const data = without(found, 'operation', 'sequence', 'etag')
    return { success: true, data, etag: found.etag, status: 200 }
  }

  #bootstrap({ cursor, limit }: { cursor?: string; limit: number }) {
    const [began, after] = cursor === undefined ? [this.#sequence, ''] : cursor.split('|')
    const left = [...this.documents]
      .filter(([id, { operation }]) => operation === 'upsert' && id > after!)
      .sort(([one], [other]) => (one < other ? -1 : 1))
    const hasMore = left.length > limit
    const items = left.slice(0, limit).map(([, kept]) => without(kept, 'operation', 'sequence'))
    return {
      success: true,
      data: {
        hasMore,
        items,
        nextCursor: hasMore ? `${began}|${left[limit - 1]![0]}` : null,
        nextSyncToken: hasMore ? null : String(began),
      },
    }
  }

  #changes(since: number, limit: number) {
    if (since < this.oldest) throw refusal(410, 'sync_token_expired')
    const later = [...this.documents.values()]
      .filter(({ sequence }) => sequence > since)
      .sort((one, other) => one.sequence - other.sequence)
    const reported = later.slice(0, limit)
    return {
      success: true,
      data: {
        changes: reported.map((kept) => without(kept, 'sequence')),
        hasMore: later.length > limit,
        nextSyncToken: String(reported.at(-1)?.sequence ?? this.#sequence),
      },
    }
  }
}

/** The same value without some of its fields. */
const without = (value: object, ...fields: readonly string[]) =>
  Object.fromEntries(Object.entries(value).filter(([field]) => !fields.includes(field)))

/** Thrown by the model. A transport converts it to the SDK's error. */
export class ModelRefusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export const refusal = (status: number, code: string) => new ModelRefusal(status, code)

export const sdkErrorOf = ({ status, code }: ModelRefusal) =>
  QuranHttpError.fromResponse(
    Response.json({ success: false, message: code, type: 'x', details: { error: code } }, { status }),
  )
