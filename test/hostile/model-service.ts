import type { Random } from '@waraq/test-support/random'

/** A small service that keeps its promises, to be lied in the name of: two resources, a feed, snapshots, tokens. */

export type Row = Readonly<Record<string, unknown>>

interface Change {
  readonly sequence: number
  readonly type: string
  readonly key: ResourceName
  readonly row?: { readonly type: string; readonly key: string; readonly data: Row | null }
}

export const resourceNames = ['mushafs:1', 'translations:20'] as const
export type ResourceName = (typeof resourceNames)[number]
export const modelFilter = 'mushafs:1;translations:20'

export interface ModelAnswer {
  readonly kind: 'page' | 'snapshot'
  readonly status: number
  readonly value: unknown
}

const changesPerPage = 2

export class ModelService {
  readonly #resources = new Map<ResourceName, Map<string, Row>>([
    ['translations:20', new Map()],
    ['mushafs:1', new Map()],
  ])
  readonly #log: Change[] = []
  readonly #tokens = new Map<string, number>()
  readonly #cursors = new Map<string, { from: number; to: number; offset: number; bootstrap: boolean }>()
  #sequence = 1000
  #issued = 0

  constructor() {
    for (let id = 1; id <= 4; id++) this.#put('translations:20', translation(id, 'first'))
    this.#put('mushafs:1', { id: 1, record_type: 'mushaf', name: 'A mushaf', pages_count: 1 })
    this.#put('mushafs:1', { id: 1, record_type: 'mushaf_page', page_number: 1, verse_mapping: { 1: '1-7' } })
    for (let id = 1; id <= 2; id++) this.#put('mushafs:1', word(id, 'first'))
  }

  rows(name: ResourceName): ReadonlyMap<string, Row> {
    return this.#resources.get(name)!
  }

  /** Changes one to three rows, or announces that a resource has to be fetched anew. */
  change(random: Random): void {
    for (let count = 1 + random.int(3); count > 0; count--) {
      if (random.oneIn(4)) {
        this.invalidate(random.pick(resourceNames))
        continue
      }
      const id = 1 + random.int(6)
      const text = `text ${this.#sequence} \u0000\ufdfa`
      const name = random.pick(resourceNames)
      const type = name === 'mushafs:1' ? 'mushaf_word' : 'translation'
      if (id > 1 && this.rows(name).has(`${type} ${id}`) && random.oneIn(4)) {
        this.#resources.get(name)!.delete(`${type} ${id}`)
        this.#note('ROW_DELETE', name, { type, key: String(id), data: null })
      } else this.update(name, id, text)
    }
  }

  /** Changes the text of one row. */
  update(name: ResourceName, id: number, text: string): void {
    const row = name === 'mushafs:1' ? word(id, text) : translation(id, text)
    const type = name === 'mushafs:1' ? 'mushaf_word' : 'translation'
    const known = this.rows(name).has(`${type} ${id}`)
    this.#put(name, row)
    this.#note(known ? 'ROW_UPDATE' : 'ROW_CREATE', name, { type, key: String(id), data: row })
  }

  invalidate(name: ResourceName): void {
    this.#note('RESOURCE_INVALIDATE', name)
  }

  /** Tells the reader to fetch everything anew: what a service does that finds out that it has lied. */
  invalidateAll(): void {
    for (const name of resourceNames) this.invalidate(name)
  }

  /** Changes nothing, and says so: freshness marks. */
  touchAll(): void {
    for (const name of resourceNames) this.#note('RESOURCE_UPDATE', name)
  }

  answer(url: URL): ModelAnswer {
    const snapshot = /\/snapshots\/([a-z_]+)\/(\d+)$/.exec(url.pathname)
    if (snapshot) return this.#snapshot(`${snapshot[1]}:${snapshot[2]}`)
    if (!url.pathname.endsWith('/api/v4/resources/sync')) return failed(404, 'not_found')
    const token = url.searchParams.get('sync_token')
    const cursor = url.searchParams.get('cursor')
    if (cursor !== null) {
      const set = this.#cursors.get(cursor)
      return set ? this.#page(set) : resyncRequired
    }
    if (url.searchParams.get('bootstrap') === 'true')
      return this.#page({ from: 0, to: this.#sequence, offset: 0, bootstrap: true })
    const from = this.#tokens.get(token ?? '')
    return from === undefined
      ? resyncRequired
      : this.#page({ from, to: this.#sequence, offset: 0, bootstrap: false })
  }

  #put(name: ResourceName, row: Row): void {
    const type = name === 'mushafs:1' ? String(row['record_type']) : 'translation'
    this.#resources.get(name)!.set(`${type} ${String(row['id'])}`, row)
  }

  #note(type: string, key: ResourceName, row?: Change['row']): void {
    this.#log.push({ sequence: ++this.#sequence, type, key, ...(row ? { row } : {}) })
  }

  #page(set: { from: number; to: number; offset: number; bootstrap: boolean }): ModelAnswer {
    const all: readonly Change[] = set.bootstrap
      ? resourceNames.map((key, index) => ({ sequence: index + 1, type: 'RESOURCE_CREATE', key }))
      : this.#log.filter(({ sequence }) => sequence > set.from && sequence <= set.to)
    const next = set.offset + changesPerPage
    const more = next < all.length
    const name = `${set.bootstrap ? 'b' : 'i'}-${set.to}-${++this.#issued}`
    if (more) this.#cursors.set(`c-${name}`, { ...set, offset: next })
    else this.#tokens.set(`t-${name}`, set.to)
    const sync = {
      sync_until_sequence: set.to,
      has_more: more,
      next_page_url: more ? `/api/v4/resources/sync?cursor=c-${name}` : null,
      next_sync_token: more ? null : `t-${name}`,
      mutations: all.slice(set.offset, next).map(mutationOf),
    }
    return { kind: 'page', status: 200, value: { sync } }
  }

  #snapshot(key: string): ModelAnswer {
    const rows = this.#resources.get(key as ResourceName)
    if (!rows) return failed(404, 'snapshot_not_found')
    const [group, id] = key.split(':')
    const value = {
      resource_group: group,
      resource_id: Number(id),
      resource_content_id: Number(id),
      schema_version: 1,
      sync_sequence: this.#sequence,
      records: [...rows.values()],
    }
    return { kind: 'snapshot', status: 200, value }
  }
}

const translation = (id: number, text: string): Row => ({ id, verse_key: `1:${id}`, text, resource_id: 20 })

const word = (id: number, text: string): Row => ({
  id,
  record_type: 'mushaf_word',
  page_number: 1,
  position_in_page: id,
  text,
})

function failed(status: number, code: string): ModelAnswer {
  return { kind: 'page', status, value: { error: { code, message: 'No.' } } }
}

const resyncRequired = failed(410, 'resync_required')

function mutationOf({ sequence, type, key, row }: Change): unknown {
  const [group, id] = key.split(':')
  const fetched = type === 'RESOURCE_CREATE' || type === 'RESOURCE_INVALIDATE'
  return {
    sequence,
    type,
    resource_group: group,
    resource_id: Number(id),
    resource_content_id: Number(id),
    record_type: row?.type ?? null,
    record_key: row?.key ?? null,
    source_record_id: row ? Number(row.key) : null,
    changed_at: '2026-08-01T10:11:12Z',
    data: row?.data ?? null,
    snapshot_url: fetched ? `/api/v4/resources/snapshots/${group}/${id}` : null,
    unavailable_reason: null,
  }
}
