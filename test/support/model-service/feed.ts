import type { Random } from '../random.ts'
import { Content, type LogEntry } from './content.ts'
import type { ServiceSettings } from './settings.ts'

/** An answer before faults alter it. */
export interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

interface Checkpoint {
  readonly filter: string
  readonly sequence: number
}

/** A batch under way, which its cursors refer to. */
interface Batch {
  readonly filter: string
  readonly perPage: number
  readonly upTo: number
  readonly entries: readonly LogEntry[]
  /** The sequence up to which compaction would break the batch. Bootstraps do not read the log. */
  readonly oldest: number
}

export function refusal(status: number, code: string): Answer {
  return { status, body: { error: { code, message: `refused: ${code}` } } }
}

/**
 * Whether a filter includes a resource, as the service reads it. Only canonical text is supported, because clients send no
 * other.
 */
export function filterAsks(filter: string, group: string, id: number): boolean {
  return filter.split(';').some((clause) => {
    const [name, ids] = clause.split(':')
    return name === group && (ids === '*' || ids?.split(',').includes(String(id)) === true)
  })
}

/** The change feed: batches with a fixed bound, opaque tokens and cursors, compaction. */
export class Feed {
  readonly checkpoints = new Map<string, Checkpoint>()
  readonly #content: Content
  readonly #settings: ServiceSettings
  readonly #random: Random
  readonly #cursors = new Map<string, { readonly set: Batch; readonly from: number }>()
  readonly #latest = new Map<string, string>()
  readonly #revoked = new Set<string>()
  #compacted = 0
  #names = 0

  constructor(content: Content, settings: ServiceSettings, random: Random) {
    this.#content = content
    this.#settings = settings
    this.#random = random
  }

  /** Drops the current log. Tokens and cursors that need it are refused from then on. */
  compact(): void {
    this.#compacted = this.#content.sequence
  }

  revokeAll(): void {
    for (const token of this.checkpoints.keys()) this.#revoked.add(token)
    this.#cursors.clear()
  }

  /** `sees`: the sequence up to which the answering server knows the log. */
  page(query: URLSearchParams, sees: number): Answer {
    const cursor = query.get('cursor')
    if (cursor !== null) return this.#next(cursor, query.get('per_page'))
    const filter = query.get('resources') ?? ''
    const perPage = Number(query.get('per_page') ?? '50')
    if (perPage > 100) return refusal(422, 'invalid_per_page')
    const token = query.get('sync_token')
    if (query.get('bootstrap') === 'true') {
      return this.#answer(
        { filter, perPage, upTo: sees, entries: this.#list(filter, sees), oldest: Infinity },
        0,
      )
    }
    const checkpoint = token === null ? undefined : this.checkpoints.get(token)
    if (!checkpoint || this.#revoked.has(token!) || checkpoint.sequence < this.#compacted) {
      return refusal(410, 'resync_required')
    }
    if (checkpoint.filter !== filter) return refusal(422, 'token_filter_mismatch')
    const entries = this.#content.log.filter(
      (entry) =>
        entry.sequence > checkpoint.sequence &&
        entry.sequence <= sees &&
        filterAsks(filter, entry.resource_group, entry.resource_id),
    )
    return this.#answer({ filter, perPage, upTo: sees, entries, oldest: checkpoint.sequence }, 0)
  }

  #next(cursor: string, perPage: string | null): Answer {
    const known = this.#cursors.get(cursor)
    if (!known || known.set.oldest < this.#compacted) return refusal(410, 'resync_required')
    if (perPage !== null && Number(perPage) !== known.set.perPage) {
      return refusal(422, 'cursor_per_page_mismatch')
    }
    return this.#answer(known.set, known.from)
  }

  /** The public resources of a filter at a sequence, as creations. */
  #list(filter: string, at: number): LogEntry[] {
    const listed = this.#content.resources.filter(
      ({ kind, states, indexAt }, index) =>
        filterAsks(filter, kind.group, kind.id) &&
        states[indexAt.call(this.#content.resources[index], at)]!.published !== null &&
        !(this.#settings.shortLists && !filter.includes(`${kind.group}:*`) && this.#random.chance(0.4)),
    )
    return listed.map(({ kind, createdAt }): LogEntry => {
      const sequence = this.#settings.listedAt === 'creation' ? Math.min(createdAt, at) : at
      return {
        sequence,
        type: 'RESOURCE_CREATE',
        resource_group: kind.group,
        resource_id: kind.id,
        resource_content_id: kind.id + 1000,
        record_type: null,
        record_key: null,
        source_record_id: null,
        changed_at: new Date(Date.UTC(2026, 7, 1) + sequence * 1000).toISOString(),
        data: null,
        snapshot_url: `/api/v4/resources/snapshots/${kind.group}/${kind.id}`,
        unavailable_reason: null,
      }
    })
  }

  #answer(set: Batch, from: number): Answer {
    const mutations = set.entries.slice(from, from + set.perPage)
    const hasMore = from + set.perPage < set.entries.length
    const next = hasMore ? this.#name('cursor') : null
    if (next !== null) this.#cursors.set(next, { set, from: from + set.perPage })
    return {
      status: 200,
      body: {
        sync: {
          sync_until_sequence: set.upTo,
          has_more: hasMore,
          next_page_url: next === null ? null : `/api/v4/resources/sync?cursor=${next}`,
          next_sync_token: hasMore ? null : this.#issue(set.filter, set.upTo),
          mutations,
        },
      },
    }
  }

  /** Issues a new token each time, even if nothing changed. */
  #issue(filter: string, sequence: number): string {
    const token = this.#name('checkpoint')
    const before = this.#latest.get(filter)
    if (this.#settings.rotatesTokens && before !== undefined) this.#revoked.add(before)
    this.#latest.set(filter, token)
    this.checkpoints.set(token, { filter, sequence })
    return token
  }

  #name(what: string): string {
    this.#names += 1
    return `${what}-${this.#names}`
  }
}
