import type { Random } from '../random.ts'

/** The content of the model service: a few small resources of groups with one and with several record types. */

export interface ModelRow {
  readonly id: number
  readonly type: string
  /** The row, as in snapshots and row changes. */
  readonly data: Readonly<Record<string, unknown>>
}

export interface ResourceKind {
  readonly group: string
  readonly id: number
  /** Record types of its rows. */
  readonly types: readonly string[]
}

export const kinds: readonly ResourceKind[] = [
  { group: 'translations', id: 20, types: ['translation'] },
  { group: 'translations', id: 131, types: ['translation'] },
  { group: 'tafsirs', id: 168, types: ['tafsir'] },
  { group: 'word_by_word_translations', id: 59, types: ['word_translation'] },
  { group: 'mushafs', id: 1, types: ['mushaf', 'mushaf_page', 'mushaf_word', 'audio_segment'] },
]

/** Identity of a row inside its resource. */
export function rowName(row: { readonly type: string; readonly id: number }): string {
  return `${row.type} ${row.id}`
}

/** A row of this type with this text, in the field in which the type has its text. */
export function makeRow(kind: ResourceKind, type: string, id: number, text: string): ModelRow {
  const verse = { verse_key: `1:${(id % 200) + 1}`, chapter_id: 1, verse_number: (id % 200) + 1 }
  switch (type) {
    case 'translation':
      return { id, type, data: { id, resource_id: kind.id, ...verse, text, foot_notes: [] } }
    case 'tafsir':
      return { id, type, data: { id, resource_id: kind.id, ...verse, text, group_verses_count: 1 } }
    case 'word_translation':
      return { id, type, data: { id, resource_id: kind.id, word_id: id * 7, text, priority: 1 } }
    case 'mushaf':
      return { id, type, data: { record_type: type, id, name: text, pages_count: 3 } }
    case 'mushaf_page':
      return { id, type, data: { record_type: type, id, mushaf_id: 1, page_number: id, version: text } }
    case 'audio_segment':
      // A record type that this version of the engine does not know.
      return { id, type, data: { record_type: type, id, segment: text, ['__proto__']: 'kept' } }
    default: {
      const place = { page_number: (id % 3) + 1, position_in_page: id }
      return { id, type, data: { record_type: type, id, mushaf_id: 1, word_id: id, ...place, text } }
    }
  }
}

export function firstRows(kind: ResourceKind, random: Random, text: () => string): ModelRow[] {
  const rows: ModelRow[] = []
  for (const type of kind.types) {
    const count = type === 'mushaf' ? 1 : 2 + random.int(kind.types.length > 1 ? 3 : 6)
    for (let id = 1; id <= count; id += 1) rows.push(makeRow(kind, type, id, text()))
  }
  return rows
}
