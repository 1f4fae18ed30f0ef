import type {
  StagingRecord,
  MetaRecord,
  ResourceRecord,
  SubscriptionRecord,
} from '../../../packages/waraq/src/store/records.ts'
import { filterAsks, type ModelResource, type ModelService } from '@waraq/test-support/model-service'
import { fingerprint } from './fingerprint.ts'
import { PublishedReader } from './published.ts'
import { RawDatabase } from '@waraq/test-support/raw-database'
import type { ServedSnapshots } from './served.ts'
import { Violation } from './violation.ts'

/**
 * Recomputes from the service's own history what readers may see, and compares. Checked for every published resource
 * whenever the database is at rest:
 *
 * - I1: it equals one complete state that the service had. I18: byte for byte.
 * - I9: that state is not older than one seen before. I11: it is absent only if the service withdrew it or no subscription
 *   asked for it.
 * - I2: counts are right, nothing is missing. I10: an unavailable resource has no rows.
 * - I3, I4, I7: a stored token covers a sequence; each resource of its filter is at or after that, and the token is not of a
 *   later one. I12: the token belongs to the filter that it is stored with, and a shared one is for everything that the
 *   subscription is for.
 * - I6: the epoch never decreases.
 * - The rows that a staging lists of a first snapshot exist, and are part of one snapshot that the service sent. At most one
 *   staging lists rows of a resource.
 */
export class Oracle {
  readonly #service: ModelService
  readonly #denied: ReadonlySet<string>
  readonly #served: ServedSnapshots
  readonly #raw: RawDatabase
  readonly #reader: PublishedReader
  readonly #floors = new Map<string, number>()
  /** Resources that no subscription has asked for since they were last seen. */
  readonly #mayBeAbsent: Set<string>
  readonly #prints = new Map<string, (string | null)[]>()
  #epoch = 0
  /** The edit numbers of all tables and of the subscriptions at the last check, and its findings. */
  #looked = -1
  #askedAt: { readonly edits: number; readonly asked: readonly (number | null)[] } = { edits: -1, asked: [] }
  checks = 0
  /** The number of times that a subscription with a shared token was found. */
  shared = 0
  /** The number of times that a subscription with a waiting deferred refresh was found. */
  postponed = 0
  /** The number of times that a staging with rows of a first snapshot was found. */
  partial = 0
  /** The resources whose partial rows stagings listed at the last check. */
  reported: ReadonlySet<string> = new Set()

  constructor(
    service: ModelService,
    { denied, served }: { readonly denied: ReadonlySet<string>; readonly served: ServedSnapshots },
    factory: IDBFactory,
  ) {
    this.#service = service
    this.#denied = denied
    this.#served = served
    this.#raw = new RawDatabase(factory)
    this.#reader = new PublishedReader(this.#raw)
    this.#mayBeAbsent = new Set(service.content.resources.map(({ key }) => key))
  }

  get raw(): RawDatabase {
    return this.#raw
  }

  /** The state that no reader may fall behind any more. */
  floorOf(key: string): number {
    return this.#floors.get(key) ?? 0
  }

  /** Whether the resource may be absent. */
  mayMiss(key: string): boolean {
    return this.#mayBeAbsent.has(key) || this.#denied.has(key)
  }

  /** Index of the first state at or after `from` with this fingerprint; -1 if there is none. */
  find(resource: ModelResource, print: string | null, from: number, recordType?: string): number {
    const cached = `${resource.key} ${recordType ?? ''}`
    const prints = this.#prints.get(cached) ?? []
    this.#prints.set(cached, prints)
    for (let index = prints.length; index < resource.states.length; index += 1) {
      prints.push(fingerprint(resource.states[index]!.published, recordType))
    }
    return prints.indexOf(print, from)
  }

  /**
   * Checks the records. The finding depends on them, which stay the same while no table is edited, and on the service's
   * states, which are only added. So a second check of the same records is skipped.
   */
  check(): void {
    const edits = this.#raw.edits()
    if (edits === this.#looked) return
    this.#looked = edits
    this.checks += 1
    const meta = this.#raw.all<MetaRecord>('meta')
    const epoch = meta.find((record) => record.key === 'writer')?.epoch ?? 0
    if (epoch < this.#epoch) throw new Violation('I6', `the epoch went back from ${this.#epoch} to ${epoch}`)
    this.#epoch = epoch
    this.#reader.look()
    const asked = this.#asked()
    const records = new Map(this.#raw.all<ResourceRecord>('resources').map((record) => [record.key, record]))
    for (const [index, resource] of this.#service.content.resources.entries()) {
      const key = resource.key as ResourceRecord['key']
      const covered = asked[index]!
      if (covered === null) this.#mayBeAbsent.add(key)
      const record = records.get(key)
      this.#checkPublished(resource, record, covered ?? -1)
      records.delete(key)
    }
    for (const record of records.values()) {
      if (record.status === 'installed')
        throw new Violation('I1', `${record.key} never existed and is published`)
    }
    this.#checkPartial()
  }

  #checkPartial(): void {
    const reported = new Set<string>()
    for (const staging of this.#raw.all<StagingRecord>('stagings')) {
      const rows = this.#reader.readPartial(staging)
      if (!rows) continue
      const { resource: key } = staging.partial!
      if (reported.has(key)) throw new Violation('partial', `two stagings tell of ${key}`)
      reported.add(key)
      const { types } = this.#service.content.resources.find((each) => each.key === key)!.kind
      this.checkArrived(key, types, rows)
    }
    this.partial += reported.size
    this.reported = reported
  }

  /** Checks partial rows that a reader got of a first snapshot. */
  checkArrived(key: string, types: readonly string[], rows: ReadonlyMap<string, string>): void {
    this.#served.checkPart(key, types, rows)
  }

  /** The highest sequence that a stored token covers, for each resource. Null if no subscription asks for it. */
  #asked(): readonly (number | null)[] {
    const edits = this.#raw.edits('subscriptions')
    if (edits === this.#askedAt.edits) return this.#askedAt.asked
    const subscriptions = this.#raw.all<SubscriptionRecord>('subscriptions')
    const asked = this.#service.content.resources.map(({ kind }) => {
      const asking = subscriptions.filter(({ filter }) => filterAsks(filter, kind.group, kind.id))
      return asking.length === 0 ? null : this.#covered(asking)
    })
    this.#askedAt = { edits, asked }
    return asked
  }

  /** The highest sequence that a stored token covers; -1 if there is none. */
  #covered(subscriptions: readonly SubscriptionRecord[]): number {
    let covered = -1
    for (const { filter, token, shared, sequence, lastRun } of subscriptions) {
      if (lastRun?.errorCode === 'postponed') this.postponed += 1
      if (token === null) {
        if (shared) throw new Violation('I3', `${filter} shares ${shared.token} without a token of its own`)
        continue
      }
      this.#checkToken(token, filter, sequence!)
      if (shared) {
        this.shared += 1
        this.#checkToken(shared.token, shared.filter, sequence!)
        this.#checkCovers(shared.filter, filter)
      }
      // A shared token may have an earlier bound than the content. The content is checked against its own bound.
      covered = Math.max(covered, sequence!)
    }
    return covered
  }

  #checkToken(token: string, filter: string, sequence: number): void {
    const checkpoint = this.#service.feed.checkpoints.get(token)
    if (!checkpoint) throw new Violation('I3', `the stored token ${token} was never issued`)
    if (checkpoint.filter !== filter) throw new Violation('I12', `${token} is stored with ${filter}`)
    if (checkpoint.sequence > sequence)
      throw new Violation('I3', `${token} of ${checkpoint.sequence} is stored as of ${sequence}`)
  }

  #checkCovers(wide: string, filter: string): void {
    const left = this.#service.content.resources.find(
      ({ kind: { group, id } }) => filterAsks(filter, group, id) && !filterAsks(wide, group, id),
    )
    if (left) throw new Violation('I12', `${filter} shares a token of ${wide}, which is not for ${left.key}`)
  }

  #checkPublished(resource: ModelResource, record: ResourceRecord | undefined, covered: number): void {
    const { key } = resource
    const print = record ? this.#reader.read(record) : null
    const floor = this.floorOf(key)
    const from = Math.max(floor, covered < 0 ? 0 : resource.indexAt(covered))
    const index = this.find(resource, print, from)
    if (print !== null) {
      if (index < 0) throw this.#explain(resource, print, floor, covered)
      this.#floors.set(key, index)
      this.#mayBeAbsent.delete(key)
      return
    }
    if (this.#denied.has(key) || (covered < 0 && this.#mayBeAbsent.has(key))) return
    if (index < 0) {
      const seen = `seen at ${resource.states[floor]!.sequence}, covered at ${covered}`
      throw new Violation(covered < 0 ? 'I11' : 'I4', `${key} is absent, ${seen}, and the service has it`)
    }
    // A 404 has no sequence. If the feed lags, too, no client can know that a resource that is listed again is older than
    // the 404.
    if (this.#service.settings.laggingFeed && record && record.probedAt !== null) return
    this.#floors.set(key, index)
  }

  #explain(resource: ModelResource, print: string, floor: number, covered: number): Violation {
    const { key, states } = resource
    const index = this.find(resource, print, 0)
    const sequence = states[floor]!.sequence
    if (index < 0) {
      const rows = `${print}\n--- floor ${sequence}, covered ${covered}, states:\n`
      const history = states.map((state) => `@${state.sequence}\n${fingerprint(state.published)}`).join('\n')
      return new Violation('I1', `${key} is in a state that the service never had:\n${rows}${history}`)
    }
    const shown = `${key} is shown as of ${states[index]!.sequence}`
    return index < floor
      ? new Violation('I9', `${shown}, after it was seen as of ${sequence}`)
      : new Violation('I7', `${shown}, and a stored token covers ${covered}`)
  }
}
