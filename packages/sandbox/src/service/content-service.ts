import {
  type JsonObject,
  type Mutation,
  recordTypeOf,
  type ResourceFilter,
  filterCovers,
  resourceGroups,
  type ResourceKey,
  resourceKey,
  type ResourceRef,
} from '@waraq/protocol'
import { ChangeLog } from './change-log.ts'
import {
  recordTypeOfChange,
  type ResourceLike,
  rowAfter,
  type RowChange,
  type ShortRowChange,
  toRef,
  toRowChange,
} from './row-change.ts'
import { StoredResource } from './stored-resource.ts'
import { SandboxError } from '../sandbox-error.ts'

export interface ContentServiceOptions {
  readonly firstSequence: number
  readonly now: () => number
  /** Report changes of chapter recitations also under `recitations` if a resource of the same id exists there. */
  readonly legacyRecitationChanges: boolean
}

export function snapshotUrl(ref: ResourceRef): string {
  return `/api/v4/resources/snapshots/${ref.group}/${ref.id}`
}

/** The service without HTTP: public resources, their changes and their current rows. */
export class ContentService {
  readonly log: ChangeLog
  readonly #options: ContentServiceOptions
  readonly #resources = new Map<ResourceKey, StoredResource>()
  readonly #groups = new Set<string>(resourceGroups)

  constructor(options: ContentServiceOptions) {
    this.#options = options
    this.log = new ChangeLog(options.firstSequence, options.now)
  }

  /** Adds a resource and reports it in the feed. A new group becomes a known one. */
  add(ref: ResourceRef, contentId: number | null, generate: () => readonly JsonObject[]): Mutation {
    if (this.#resources.has(resourceKey(ref))) throw new SandboxError(`${resourceKey(ref)} exists already.`)
    const resource = new StoredResource(ref, contentId, generate)
    this.#resources.set(resourceKey(ref), resource)
    this.#groups.add(ref.group)
    return this.#reset(resource, 'RESOURCE_CREATE')
  }

  knowsGroup(group: string): boolean {
    return this.#groups.has(group)
  }

  resources(): StoredResource[] {
    return [...this.#resources.values()]
  }

  find(ref: ResourceRef): StoredResource | undefined {
    return this.#resources.get(resourceKey(ref))
  }

  /** @throws {SandboxError} if there is no such resource */
  get(resource: ResourceLike): StoredResource {
    const ref = toRef(resource)
    const found = this.find(ref)
    if (!found) throw new SandboxError(`This sandbox has no ${resourceKey(ref)}.`)
    return found
  }

  /** Resources of the filter that were public when `sequence` was the newest, by reset sequence. */
  publicAt(sequence: number, filter: ResourceFilter): StoredResource[] {
    return this.resources()
      .filter((resource) => filterCovers(filter, resource) && resource.publicAt(sequence))
      .sort((a, b) => a.resetAt(sequence).sequence - b.resetAt(sequence).sequence)
  }

  /** Applies row changes in order. For resources that are not public, rows are changed but the feed does not report it. */
  publish(changes: readonly (RowChange | ShortRowChange)[]): Mutation[] {
    return changes.flatMap((given) => {
      const change = toRowChange(given)
      const resource = this.get(change.resource)
      const legacy = this.#legacyTwin(resource, change)
      const reported = this.#publishOne(resource, change)
      return legacy ? [...reported, ...this.#publishOne(legacy, change)] : reported
    })
  }

  /** Changes rows in bulk. The feed reports one RESOURCE_INVALIDATE. */
  invalidate(target: ResourceLike, changes: readonly (RowChange | ShortRowChange)[] = []): Mutation[] {
    const resource = this.get(target)
    const sequence = this.#sequenceFor(resource)
    for (const given of changes) this.#apply(resource, toRowChange(given), sequence)
    return resource.public ? [this.#reset(resource, 'RESOURCE_INVALIDATE')] : []
  }

  withdraw(target: ResourceLike, reason: string, options: { readonly delete: boolean }): Mutation[] {
    const resource = this.get(target)
    const wasPublic = resource.public
    resource.withdraw(this.#sequenceFor(resource), this.#options.now(), options)
    if (!wasPublic) return []
    return [this.#tell(resource, { type: 'RESOURCE_DELETE', unavailable_reason: reason })]
  }

  /** Makes a hidden resource public again. A deleted one gets its first rows again. */
  restore(target: ResourceLike): Mutation[] {
    const resource = this.get(target)
    return resource.public ? [] : [this.#reset(resource, 'RESOURCE_CREATE')]
  }

  /** Adds a freshness mark without a change. */
  touch(target: ResourceLike): Mutation[] {
    const resource = this.get(target)
    return resource.public ? [this.#tell(resource, { type: 'RESOURCE_UPDATE' })] : []
  }

  rowCounts(target: ResourceLike): Record<string, number> {
    const resource = this.get(target)
    const counts: Record<string, number> = {}
    for (const row of resource.history.rows()) {
      const type = recordTypeOf(resource.group, row) ?? ''
      counts[type] = (counts[type] ?? 0) + 1
    }
    return counts
  }

  /** The sequence of the resource's next change. A resource that is not public does not get a new one. */
  #sequenceFor(resource: StoredResource): number {
    return resource.public ? this.log.current + 1 : this.log.current
  }

  /** The resource under which a change is also reported. Only changes of files, because the older group has no segments here. */
  #legacyTwin(resource: StoredResource, change: RowChange): StoredResource | undefined {
    if (!this.#options.legacyRecitationChanges || resource.group !== 'chapter_recitations') return undefined
    if (recordTypeOfChange(resource, change) !== 'chapter_audio_file') return undefined
    return this.find({ group: 'recitations', id: resource.id })
  }

  #publishOne(resource: StoredResource, change: RowChange): Mutation[] {
    const { recordType, row } = this.#apply(resource, change, this.#sequenceFor(resource))
    if (!resource.public) return []
    const id = row?.['id'] ?? Number(change.recordKey)
    return [
      this.#tell(resource, {
        type: change.type,
        record_type: change.announce?.recordType ?? recordType,
        record_key: change.announce?.recordKey ?? change.recordKey,
        source_record_id: Number.isSafeInteger(id) ? Number(id) : null,
        data: row ?? null,
      }),
    ]
  }

  #apply(resource: StoredResource, change: RowChange, sequence: number) {
    const recordType = recordTypeOfChange(resource, change)
    const before = resource.history.row(recordType, change.recordKey)
    if (change.type !== 'ROW_CREATE' && !before) {
      throw new SandboxError(`${resource.group}:${resource.id} has no ${recordType} ${change.recordKey}.`)
    }
    const row = rowAfter(change, recordType, before, new Date(this.#options.now()).toISOString())
    resource.history.change(sequence, recordType, change.recordKey, row)
    return { recordType, row }
  }

  #reset(resource: StoredResource, type: 'RESOURCE_CREATE' | 'RESOURCE_INVALIDATE'): Mutation {
    resource.reset(this.log.current + 1, this.#options.now())
    return this.#tell(resource, { type, snapshot_url: snapshotUrl(resource) })
  }

  #tell(resource: StoredResource, fields: Partial<Mutation> & Pick<Mutation, 'type'>): Mutation {
    return this.log.append({
      type: fields.type,
      resource_group: resource.group,
      resource_id: resource.id,
      resource_content_id: resource.contentId,
      record_type: fields.record_type ?? null,
      record_key: fields.record_key ?? null,
      source_record_id: fields.source_record_id ?? null,
      data: fields.data ?? null,
      snapshot_url: fields.snapshot_url ?? null,
      unavailable_reason: fields.unavailable_reason ?? null,
    })
  }
}
