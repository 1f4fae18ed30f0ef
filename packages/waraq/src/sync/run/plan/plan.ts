import {
  filterCovers,
  parseResourceKey,
  resourceKey,
  type Mutation,
  type RecordType,
  type ResourceKey,
  type ResourceRef,
} from '@waraq/protocol'
import { knownChangeTypes } from './change-types.ts'
import { feedTooLarge } from './feed-errors.ts'
import { KeyRules, rowIdentity } from './key-rules.ts'
import { isOvertaken } from './local-resource.ts'
import { planMentioned } from './plan-mentioned.ts'
import { planUnmentioned } from './plan-unmentioned.ts'
import type { Plan, PlanInput, PlanItem } from './plan-types.ts'
import { ResourceChanges } from './resource-changes.ts'
import { planLimits, type PlanLimits } from './set-limits.ts'

/** A row that has to be looked up before the batch can be planned. */
export interface Lookup {
  readonly identity: string
  readonly ref: ResourceRef
  readonly recordType: RecordType
  readonly key: string
}

/**
 * Reduces a batch, page by page, to a plan for each resource. Pure: no I/O, and the result does not depend on where the pages
 * are cut. Its memory grows with the distinct rows and resources of the batch, not with its changes, and is limited: beyond
 * the limit, the resources that take the most memory need their snapshots instead.
 *
 * The latest reset of a resource decides: a delete removes it, any other reset makes it need a snapshot. That snapshot is
 * requested after the complete batch was read, so it contains the batch's row changes. Without a reset, the last change of
 * each row is applied. The resource needs a snapshot instead if it has no local rows, if too many of them changed, or if a
 * record key does not match.
 */
export class BatchReducer {
  readonly #input: PlanInput
  readonly #limits: PlanLimits
  readonly #resources = new Map<ResourceKey, ResourceChanges>()
  readonly #rules: KeyRules
  /** Approximate bytes of all resources. */
  #bytes = 0
  #unknownChanges = 0
  #outsideFilter = 0

  constructor(input: PlanInput, limits: PlanLimits = planLimits) {
    this.#input = input
    this.#limits = limits
    this.#rules = new KeyRules(input.confirmedKeyRules)
  }

  /**
   * Adds the next mutations of the batch, as received.
   * @throws {WaraqError} `feed_too_large` if it names more resources or record types than fit in memory
   */
  add(mutations: Iterable<Mutation>): void {
    for (const mutation of mutations) {
      const ref = { group: mutation.resource_group, id: mutation.resource_id }
      if (!filterCovers(this.#input.filter, ref)) {
        this.#outsideFilter++
        continue
      }
      if (!knownChangeTypes.has(mutation.type)) this.#unknownChanges++
      this.#rules.add(mutation)
      const changes = this.#changesOf(resourceKey(ref))
      this.#bytes -= changes.bytes
      changes.add(mutation)
      this.#bytes += changes.bytes
      if (this.#keeps > this.#limits.bytes) this.#makeRoom()
    }
  }

  /**
   * Yields the ROW_DELETEs whose rows have to be looked up. To be called once the complete batch was added. If no row change
   * has confirmed the meaning of a record key, a delete that finds no row may refer to another row.
   */
  *lookups(): Generator<Lookup> {
    const rules = this.#rules.all()
    for (const changes of this.#resources.values()) {
      const ref = parseResourceKey(changes.key)!
      for (const { recordType, key } of changes.doubtfulDeletes(rules))
        yield { identity: rowIdentity(ref, recordType, key), ref, recordType, key }
    }
  }

  /**
   * Returns the plan, once the complete batch was added. `missingRows`: identities of the `lookups` that are not installed.
   * @throws {WaraqError} `feed_inconsistent`, `feed_went_back`
   */
  finish(missingRows: ReadonlySet<string>): Plan {
    const input = this.#input
    const counts = { unknownChanges: this.#unknownChanges, outsideFilter: this.#outsideFilter }
    const abandoned: Plan = {
      abandoned: true,
      items: [],
      listed: [],
      emptyGroups: [],
      confirmedKeyRules: [],
      ...counts,
    }
    const resources = [...this.#resources.values()].sort((a, b) => a.first - b.first)
    if (resources.some(({ local }) => isOvertaken(local, input))) return abandoned

    const rules = this.#rules.all()
    const items: PlanItem[] = []
    const listed = new Set(input.mode === 'bootstrap' ? [] : input.listed)
    // If an incremental batch leaves nothing to do for a resource, it counts as not mentioning it, so that the resource's
    // earlier needs are planned. A bootstrap's list mentions all resources that it lists.
    const mentioned = new Set<ResourceKey>()
    const listedGroups = new Set<string>()
    for (const changes of resources) {
      const { key, isWithdrawn } = changes
      listedGroups.add(parseResourceKey(key)!.group)
      if (isWithdrawn) listed.delete(key)
      else listed.add(key)
      const item = planMentioned(changes, input, rules, missingRows)
      if (item) items.push(item)
      if (item || input.mode === 'bootstrap') mentioned.add(key)
    }
    const emptyGroups =
      input.mode === 'bootstrap'
        ? input.filter.groups.map(({ group }) => group).filter((group) => !listedGroups.has(group))
        : []
    for (const item of planUnmentioned(mentioned, new Set(emptyGroups), input)) items.push(item)
    if (items.some(({ key }) => isOvertaken(input.local.get(key), input))) return abandoned
    return {
      abandoned: false,
      items,
      listed: [...listed].sort(),
      emptyGroups,
      confirmedKeyRules: this.#rules.newOnes(),
      ...counts,
    }
  }

  #changesOf(key: ResourceKey): ResourceChanges {
    const known = this.#resources.get(key)
    if (known) return known
    const changes = new ResourceChanges(key, this.#input, this.#limits.rows)
    this.#resources.set(key, changes)
    this.#bytes += changes.bytes
    return changes
  }

  /** Approximate number of bytes kept in memory. */
  get #keeps(): number {
    return this.#bytes + this.#rules.bytes
  }

  /**
   * Makes the resources that take the most memory need their snapshots instead, until a quarter is free: a search at each
   * change would be slow.
   */
  #makeRoom(): void {
    const most = this.#limits.bytes
    for (const changes of [...this.#resources.values()].sort((a, b) => b.rowBytes - a.rowBytes)) {
      if (this.#keeps <= most * 0.75 || changes.rowBytes === 0) break
      this.#bytes -= changes.rowBytes
      changes.fetchInstead()
    }
    if (this.#keeps <= most) return
    throw feedTooLarge('it names more resources or kinds of rows than this device can plan for at once', {
      resources: this.#resources.size,
    })
  }
}
