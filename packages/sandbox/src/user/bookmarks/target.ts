import type { BookmarkType, MushafId } from '@waraq/protocol/user'
import { allVerses } from '../../content/verses.ts'
import { invalidRequest, unprocessable } from '../parts/refusal.ts'
import { needVerse, wholeCounts } from '../parts/verse-index.ts'

/** The place that a bookmark marks: a verse, or a complete juz, page or surah. */
export interface Target {
  readonly type: BookmarkType
  /** For a verse the number of its surah, otherwise the number of the juz, page or surah. */
  readonly key: number
  /** For verses only. */
  readonly verseNumber: number | undefined
  /**
   * For pages only: the same number is a different page in another mushaf. Verses, juzs and surahs are the same in all
   * mushafs.
   */
  readonly mushafId: MushafId | undefined
  /** Id of its first verse, from 1 to 6236. It determines the position in the text. */
  readonly firstVerse: number
}

/** The target as given in a request. */
export interface NamedTarget {
  readonly type?: BookmarkType | undefined
  readonly key: number
  readonly verseNumber?: number | undefined
  readonly mushafId?: MushafId | undefined
  readonly mushaf?: MushafId | undefined
}

/** The API documentation does not define the mushaf of a page if none is named. Here it is the first, QCFV2. */
const usualMushaf: MushafId = 1

/**
 * The target that a request means. Without a type, a verse number means a verse. Without either, the key is the number of a
 * surah, which is the type that the API documentation lists first.
 * @param refuse creates the refusal if two mushafs are named and differ: 400 for a body, 422 for a query
 * @throws {Refusal} 422 if there is no such verse, juz, page or surah
 */
export function targetOf(named: NamedTarget, refuse: (message: string) => Error = invalidRequest): Target {
  const mushafId = mushafOf(named, refuse)
  const { key, verseNumber, type = verseNumber === undefined ? 'surah' : 'ayah' } = named
  if (type === 'ayah') return verseTarget(key, verseNumber)
  if (verseNumber !== undefined) throw unprocessable(`A ${type} has no verseNumber.`)
  return wholeTarget(type, key, mushafId)
}

/** `mushafId` and `mushaf` are two names of one parameter. */
export function mushafOf(
  { mushafId, mushaf }: Pick<NamedTarget, 'mushafId' | 'mushaf'>,
  refuse: (message: string) => Error,
): MushafId | undefined {
  if (mushafId !== undefined && mushaf !== undefined && mushafId !== mushaf)
    throw refuse('mushafId and mushaf name two mushafs.')
  return mushafId ?? mushaf
}

function verseTarget(chapter: number, verseNumber: number | undefined): Target {
  if (verseNumber === undefined) throw unprocessable('A verse needs its verseNumber.')
  const { id } = needVerse({ chapter, verse: verseNumber })
  return { type: 'ayah', key: chapter, verseNumber, mushafId: undefined, firstVerse: id }
}

const partOfVerse = { juz: 'juz', page: 'page', surah: 'chapter' } as const

/** The sandbox lays out each mushaf on the same 604 pages. */
function wholeTarget(type: keyof typeof partOfVerse, key: number, mushafId = usualMushaf): Target {
  const first = allVerses().find((verse) => verse[partOfVerse[type]] === key)
  if (!first) throw unprocessable(`There is no ${type} ${key}.`)
  return {
    type,
    key,
    verseNumber: undefined,
    mushafId: type === 'page' ? mushafId : undefined,
    firstVerse: first.id,
  }
}

/** Returns equal texts for targets that are the same place. A user has one bookmark for each. */
export function identityOf({ type, key, verseNumber, mushafId }: Target): string {
  return [type, key, verseNumber ?? '', mushafId ?? ''].join(':')
}

/** Whether it has a place in a mushaf. A page of another mushaf has none. */
export function isOfMushaf(target: Target, mushafId: MushafId | undefined): boolean {
  return target.mushafId === undefined || mushafId === undefined || target.mushafId === mushafId
}

const keyCounts = { ...wholeCounts, ayah: wholeCounts.surah }

/** @throws {Refusal} 422 if no target of that type, or without a type no target at all, has this key */
export function needKey(key: number, type: BookmarkType | undefined): void {
  const most = type === undefined ? Math.max(...Object.values(keyCounts)) : keyCounts[type]
  if (!Number.isInteger(key) || key < 1 || key > most)
    throw unprocessable(`There is no ${type ?? 'place'} ${key}.`)
}
