import type { JsonObject, ResourceGroup } from '@waraq/protocol'

type Compare = (a: JsonObject, b: JsonObject) => number

/** Ascending by the numbers in these fields; the first difference decides. Rows that lack a field come last. */
function byNumbers(...fields: readonly string[]): Compare {
  return (a, b) => {
    for (const field of fields) {
      const [one, other] = [a[field] ?? Infinity, b[field] ?? Infinity].map(Number) as [number, number]
      if (one !== other) return one < other ? -1 : 1
    }
    return 0
  }
}

/** Record types in a fixed order, and the rows of each type in its own order. */
function byType(orders: Readonly<Record<string, Compare>>): Compare {
  const types = Object.keys(orders)
  return (a, b) => {
    const typeOfA = String(a['record_type'])
    const difference = types.indexOf(typeOfA) - types.indexOf(String(b['record_type']))
    return difference === 0 ? (orders[typeOfA]?.(a, b) ?? 0) : difference
  }
}

const orders: Readonly<Record<string, Compare>> = {
  translations: byNumbers('verse_id', 'id'),
  tafsirs: byNumbers('verse_id', 'id'),
  word_by_word_translations: byNumbers('word_id', 'priority', 'id'),
  word_by_word_transliterations: byNumbers('word_id', 'id'),
  mushafs: byType({
    mushaf: byNumbers('id'),
    mushaf_page: byNumbers('page_number', 'id'),
    font_asset: byNumbers('page_number', 'id'),
    mushaf_word: byNumbers('page_number', 'position_in_page', 'id'),
  }),
  quran_core: byType({
    chapter: byNumbers('chapter_number', 'id'),
    verse: byNumbers('verse_index', 'id'),
    juz: byNumbers('juz_number', 'id'),
    hizb: byNumbers('hizb_number', 'id'),
    rub_el_hizb: byNumbers('rub_el_hizb_number', 'id'),
  }),
  recitations: byType({ audio_file: byNumbers('id'), chapter_audio_file: byNumbers('chapter_id', 'id') }),
  chapter_recitations: byType({
    chapter_audio_file: byNumbers('chapter_id', 'id'),
    audio_segment: byNumbers('verse_id', 'id'),
  }),
}

/** Rows in the order of the group's snapshots. Rows of other groups keep the order in which they arrived. */
export function inSnapshotOrder(group: ResourceGroup, rows: JsonObject[]): JsonObject[] {
  const compare = Object.hasOwn(orders, group) ? orders[group] : undefined
  return compare ? rows.sort(compare) : rows
}
