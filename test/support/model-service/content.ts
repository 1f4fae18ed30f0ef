import type { Random } from '../random.ts'
import { ModelResource } from './resources.ts'
import { firstRows, kinds, makeRow, rowName, type ModelRow, type ResourceKind } from './rows.ts'
import type { ServiceSettings } from './settings.ts'

/** One change of the feed as the service sends it. */
export interface LogEntry {
  readonly sequence: number
  readonly type: string
  readonly resource_group: string
  readonly resource_id: number
  readonly resource_content_id: number | null
  readonly record_type: string | null
  readonly record_key: string | null
  readonly source_record_id: number | null
  readonly changed_at: string
  readonly data: Readonly<Record<string, unknown>> | null
  readonly snapshot_url: string | null
  readonly unavailable_reason: string | null
}

export const changeKinds = [
  'row-create',
  'row-update',
  'row-delete',
  'invalidate',
  'hide',
  'restore',
  'delete',
  'touch',
  'unknown-resource-change',
  'unknown-row-change',
] as const

/** A requested change. If the resource's state does not allow it, it is replaced by one that is allowed. */
export interface Change {
  readonly what: (typeof changeKinds)[number]
  /** Numbers of the resource and the row, taken modulo the numbers of both. */
  readonly resource: number
  readonly row: number
}

/** The initial content. */
export interface Stock {
  readonly kinds?: readonly ResourceKind[]
  /** The text that follows each generated text. */
  readonly textEnd?: string
}

/** The content of the service: resources, their history and the log. It is independent of requests. */
export class Content {
  readonly resources: readonly ModelResource[]
  readonly log: LogEntry[] = []
  sequence = 0
  readonly #settings: ServiceSettings
  readonly #textEnd: string
  #versions = 0
  #rowIds = 100

  constructor(settings: ServiceSettings, random: Random, stock: Stock = {}) {
    this.#settings = settings
    this.#textEnd = stock.textEnd ?? ''
    this.resources = (stock.kinds ?? kinds).map((kind) => new ModelResource(kind))
    for (const resource of this.resources) {
      if (random.chance(0.15)) continue
      resource.replaceRows(firstRows(resource.kind, random, this.#text))
      this.#create(resource)
    }
  }

  /**
   * Returns a text that is unique in the history, so that no two states of a row are equal, and each text identifies its
   * time.
   */
  readonly #text = (): string => `v${(this.#versions += 1)}${this.#textEnd}`

  find(group: string, id: number): ModelResource | undefined {
    return this.resources.find(({ kind }) => kind.group === group && kind.id === id)
  }

  change({ what, resource: number, row }: Change, random: Random): void {
    const resource = this.resources[number % this.resources.length]!
    if (resource.status === 'unborn' || resource.status === 'deleted') {
      resource.replaceRows(firstRows(resource.kind, random, this.#text))
      this.#create(resource)
      return
    }
    if (resource.status === 'hidden') {
      // The feed does not report changes of hidden resources.
      if (what === 'restore' || what === 'invalidate') this.#create(resource)
      else if (what !== 'hide') this.#editRow(resource, what, row)
      return
    }
    switch (what) {
      case 'row-create':
      case 'row-update':
      case 'row-delete': {
        const edited = this.#editRow(resource, what, row)
        this.#append(resource, edited.type, edited)
        break
      }
      case 'invalidate':
      case 'unknown-resource-change':
      case 'unknown-row-change': {
        for (let times = 0; times < 3; times += 1) {
          this.#editRow(
            resource,
            random.pick(['row-create', 'row-update', 'row-delete'] as const),
            row + times,
          )
        }
        const types = { 'unknown-resource-change': 'RESOURCE_MERGE', 'unknown-row-change': 'ROW_MOVE' }
        this.#append(resource, what === 'invalidate' ? 'RESOURCE_INVALIDATE' : types[what])
        break
      }
      case 'hide':
        resource.status = 'hidden'
        this.#append(resource, 'RESOURCE_DELETE', undefined, 'no_longer_public')
        break
      case 'delete':
        resource.status = 'deleted'
        resource.rows.clear()
        this.#append(resource, 'RESOURCE_DELETE')
        break
      case 'restore':
      case 'touch':
        this.#append(resource, 'RESOURCE_UPDATE')
    }
  }

  /** Sets the text of a row of a public resource and reports it in the feed. Creates a missing row. */
  write(resource: ModelResource, type: string, id: number, text: string): void {
    const row = makeRow(resource.kind, type, id, text)
    const known = resource.rows.has(rowName(row))
    resource.rows.set(rowName(row), row)
    this.#append(resource, known ? 'ROW_UPDATE' : 'ROW_CREATE', { row })
  }

  /** Reports a public resource in the feed whose rows do not change. */
  announce(resource: ModelResource, type: 'RESOURCE_INVALIDATE' | 'RESOURCE_UPDATE'): void {
    this.#append(resource, type)
  }

  #create(resource: ModelResource): void {
    resource.status = 'public'
    this.#append(resource, 'RESOURCE_CREATE')
    resource.createdAt = this.sequence
  }

  /** Edits a row in place. Returns the change for the feed. */
  #editRow(
    resource: ModelResource,
    what: Change['what'],
    number: number,
  ): { readonly type: string; readonly row: ModelRow } {
    const rows = [...resource.rows.values()]
    const chosen = rows[number % Math.max(1, rows.length)]
    if (what === 'row-delete' && chosen && rows.length > 1) {
      resource.rows.delete(rowName(chosen))
      return { type: 'ROW_DELETE', row: chosen }
    }
    if (what === 'row-create' || !chosen) {
      const { types } = resource.kind
      const id = number % 3 === 0 ? (this.#rowIds += 1) : this.#freeId(resource, number)
      const row = makeRow(resource.kind, types[number % types.length]!, id, this.#text())
      const known = resource.rows.has(rowName(row))
      resource.rows.set(rowName(row), row)
      return { type: known ? 'ROW_UPDATE' : 'ROW_CREATE', row }
    }
    const row = makeRow(resource.kind, chosen.type, chosen.id, this.#text())
    resource.rows.set(rowName(row), row)
    return { type: 'ROW_UPDATE', row }
  }

  /** A small id, so that deleted rows are created again under the same key. */
  #freeId(resource: ModelResource, number: number): number {
    const type = resource.kind.types[number % resource.kind.types.length]!
    let id = 1
    while (resource.rows.has(rowName({ type, id }))) id += 1
    return id
  }

  #append(
    resource: ModelResource,
    type: string,
    change?: { readonly row: ModelRow },
    reason: string | null = null,
  ): void {
    this.sequence += 1
    const { group, id } = resource.kind
    const row = change?.row
    const reset = type === 'RESOURCE_CREATE' || type === 'RESOURCE_INVALIDATE'
    this.log.push({
      sequence: this.sequence,
      type,
      resource_group: group,
      resource_id: id,
      resource_content_id: id + 1000,
      record_type: row?.type ?? null,
      record_key: row ? this.#recordKey(row) : null,
      source_record_id: row?.id ?? null,
      changed_at: new Date(Date.UTC(2026, 7, 1) + this.sequence * 1000).toISOString(),
      data: row && type !== 'ROW_DELETE' ? row.data : null,
      snapshot_url: reset ? `/api/v4/resources/snapshots/${group}/${id}` : null,
      unavailable_reason: reason,
    })
    resource.note(this.sequence)
  }

  /** Translations are documented to have their id as key. The rule of the others is not known. */
  #recordKey(row: ModelRow): string {
    return this.#settings.otherKeys && row.type !== 'translation' ? `k${row.id}` : String(row.id)
  }
}
