import type { RowGenerator } from './generator.ts'
import { tafsirGroups } from './tafsir-groups.ts'
import { tafsirText } from './tafsir-text.ts'
import { verseHead, verseTail } from './verse-fields.ts'
import { type Verse, versesOf } from './verses.ts'

/** Keeps the group ids of different tafsirs apart. */
const groupsPerResource = 10_000

/**
 * Generated commentaries. The verses of a group share one text, which is in the group's first row. If a sandbox holds only
 * some chapters, groups are reduced to the verses that it holds.
 */
export const tafsirRows: RowGenerator = (context) => {
  const held = new Map(versesOf(context.chapters).map((verse) => [verse.id, verse]))
  return tafsirGroups(context.seed, context.id).flatMap((group) => {
    const verses: Verse[] = []
    for (let id = group.first; id <= group.last; id++) {
      const verse = held.get(id)
      if (verse) verses.push(verse)
    }
    const first = verses[0]
    const last = verses.at(-1)
    if (!first || !last) return []
    return verses.map((verse) => ({
      ...verseHead(context, verse),
      text: verse === first ? tafsirText(context.seed, context.id, group.id, first.key, last.key) : '',
      group_tafsir_id: context.id * groupsPerResource + group.id,
      group_verse_key_from: first.key,
      group_verse_key_to: last.key,
      group_verses_count: verses.length,
      start_verse_id: first.id,
      end_verse_id: last.id,
      ...verseTail(verse),
    }))
  })
}
