import { placeOfVerseId, verseCount, verseIdAt, type ResourceRef, type TafsirRow } from '@waraq/protocol'
import type { StoreView } from '../../store/read/store-view.ts'
import { checkChapter, checkRef, checkVerseKey, type RefTo } from './arguments.ts'
import { queryKey, questionTo, writtenRef, type Answer, type PartialOption, type Query } from './query.ts'
import { groupOf, hasText, passageAbout, passagesOf, type Passage } from './tafsir-passages.ts'
import { chapterPlaces, keyOf, keysIn, placeOf, type PlaceRange, type VerseKey } from './verse-key.ts'

/** A text of a tafsir with the verses that it explains: one verse, or a group that may extend into the next chapter. */
export interface TafsirPassage {
  /** HTML as received. Use `safeNodes` of `waraq/html` to show it. */
  readonly text: string
  readonly from: VerseKey
  readonly to: VerseKey
  /** All verses from `from` to `to`. */
  readonly verseKeys: readonly VerseKey[]
  /** The row that holds the text, as received. */
  readonly row: TafsirRow
}

function shown({ text, row, from, to }: Passage): TafsirPassage {
  return { text, from: keyOf(from), to: keyOf(to), verseKeys: keysIn({ from, to }), row }
}

/**
 * Reads the text about a verse, even if another row of the verse's group holds it. While the resource arrives, the verses of a
 * text may grow as more of its rows are stored.
 */
export function tafsirPassage<Options extends PartialOption = Record<never, never>>(
  ref: RefTo<'tafsirs'>,
  verseKey: VerseKey,
  options?: Options,
): Query<Answer<TafsirPassage | undefined, Options>> {
  const resource = checkRef(ref)
  const place = checkVerseKey(verseKey)
  const key = queryKey('tafsirPassage', writtenRef(resource), verseKey)
  return questionTo(resource, key, options, async (view) => {
    const passage = await passageAt(view, resource, place)
    return passage && shown(passage)
  })
}

/** Reads all texts about verses of a chapter, without duplicates, including those that start in the preceding chapter. */
export function tafsirChapter<Options extends PartialOption = Record<never, never>>(
  ref: RefTo<'tafsirs'>,
  chapter: number,
  options?: Options,
): Query<Answer<TafsirPassage[], Options>> {
  const resource = checkRef(ref)
  const places = chapterPlaces(checkChapter(chapter))
  const key = queryKey('tafsirChapter', writtenRef(resource), chapter)
  return questionTo(resource, key, options, async (view) => tafsirIn(view, resource, places))
}

/** All texts about verses of a range, in order, without duplicates. */
export async function tafsirIn(
  view: StoreView,
  ref: ResourceRef,
  range: PlaceRange,
): Promise<TafsirPassage[]> {
  const passages = passagesOf(await rowsIn(view, ref, range))
  const last = passages.at(-1)
  if (last?.open) passages.splice(-1, 1, (await passageAt(view, ref, placeOfText(last))) ?? last)
  if (!passageAbout(passages, range.from)) {
    const before = await passageAt(view, ref, range.from)
    if (before) passages.unshift(before)
  }
  return passages.map(shown)
}

function placeOfText({ row }: Passage): number {
  return placeOf(row.verse_key) ?? 0
}

async function rowsIn(view: StoreView, ref: ResourceRef, range: PlaceRange): Promise<TafsirRow[]> {
  const rows = await view.rows('tafsir', ref, range)
  return rows.map(({ data }) => data)
}

async function passageAt(view: StoreView, ref: ResourceRef, place: number): Promise<Passage | undefined> {
  const [own] = await rowsIn(view, ref, { from: place, to: place })
  const group = own && groupOf(own)
  if (own && group) {
    const rows = hasText(own) ? [own] : await rowsIn(view, ref, group)
    return passageAbout(passagesOf(rows), place)
  }
  return passageAbout(passagesOf(await rowsAround(view, ref, place)), place)
}

/** Maximum verses to search on either side of a verse without a group: more than any chapter has. */
const farthest = 512

/**
 * Reads the rows around a verse that has no row, or whose row does not name its group. The rows reach back to the nearest text,
 * and forward to the next row that has a text or names a group.
 */
async function rowsAround(view: StoreView, ref: ResourceRef, place: number): Promise<TafsirRow[]> {
  const id = verseIdAt(place)
  const at = (number: number) => placeOfVerseId(Math.min(Math.max(number, 1), verseCount)) ?? 0
  const before = await widening(
    (width) => rowsIn(view, ref, { from: at(id - width), to: place }),
    (rows) => rows.some(hasText),
  )
  const after = await widening(
    (width) => rowsIn(view, ref, { from: place + 1, to: at(id + width) }),
    (rows) => rows.some((row) => hasText(row) || groupOf(row)),
  )
  return [...before, ...after]
}

async function widening(
  read: (width: number) => Promise<TafsirRow[]>,
  enough: (rows: TafsirRow[]) => boolean,
): Promise<TafsirRow[]> {
  for (let width = 8; ; width *= 4) {
    const rows = await read(width)
    if (enough(rows) || width >= farthest) return rows
  }
}
