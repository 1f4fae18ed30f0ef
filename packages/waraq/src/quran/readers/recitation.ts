import { verseLocator, type AudioFileRow, type ResourceRef } from '@waraq/protocol'
import type { StoreView } from '../../store/read/store-view.ts'
import { checkChapter, checkRef, checkVerseKey, type RefTo } from './arguments.ts'
import { audioSegments, type AudioSegment } from './audio-segments.ts'
import { filled } from './fields.ts'
import { query, queryKey, writtenRef, type Query } from './query.ts'
import { chapterPlaces, type PlaceRange, type VerseKey } from './verse-key.ts'

export interface VerseAudio {
  readonly verseKey: VerseKey
  /** Address as received; it may lack a host. */
  readonly url: string
  /** Times of the recited words, if the row has them in a known form. The row's own `segments` are as received. */
  readonly segments: readonly AudioSegment[]
  readonly row: AudioFileRow
}

export interface ChapterAudio {
  readonly chapter: number
  /** Address of a file with the complete chapter; null if there is none. */
  readonly url: string | null
  /** The files of single verses, in order; may be empty. */
  readonly verses: readonly VerseAudio[]
  /**
   * The basmala recited before the first of these files: the recording of 1:1. Null for chapters 1 and 9, and if there is none.
   */
  readonly basmala: VerseAudio | null
}

const first = verseLocator(1, 1)
/** The verse whose recording is used for the basmala. */
export const basmalaPlaces: PlaceRange = { from: first, to: first }

/**
 * Whether a verse-by-verse recitation of this chapter starts with a basmala that is not one of its verses. In chapter 1 it is a
 * verse; chapter 9 has none.
 */
export function hasBasmala(chapter: number): boolean {
  return chapter !== 1 && chapter !== 9
}

async function versesIn(view: StoreView, ref: ResourceRef, range: PlaceRange): Promise<VerseAudio[]> {
  const rows = await view.rows('audio_file', ref, range)
  return rows.flatMap(({ data: row }) => {
    const url = filled(row.url)
    return url === null ? [] : [{ verseKey: row.verse_key, url, segments: audioSegments(row.segments), row }]
  })
}

/** Reads the recording of one verse. Undefined if the recitation has none: some have only complete chapters. */
export function verseAudio(
  ref: RefTo<'recitations' | 'chapter_recitations'>,
  verseKey: VerseKey,
): Query<VerseAudio | undefined> {
  const resource = checkRef(ref)
  const place = checkVerseKey(verseKey)
  return query(queryKey('verseAudio', writtenRef(resource), verseKey), async (view) => {
    const [verse] = await versesIn(view, resource, { from: place, to: place })
    return verse
  })
}

/**
 * Reads the recordings of a chapter, from either group: one file, a file for each verse, or both. Undefined if there are none.
 * A file of the complete chapter includes its basmala; files of single verses do not.
 */
export function chapterAudio(
  ref: RefTo<'recitations' | 'chapter_recitations'>,
  chapter: number,
): Query<ChapterAudio | undefined> {
  const resource = checkRef(ref)
  checkChapter(chapter)
  return query(queryKey('chapterAudio', writtenRef(resource), chapter), async (view) => {
    const files = await view.rows('chapter_audio_file', resource, { from: chapter, to: chapter })
    const verses = await versesIn(view, resource, chapterPlaces(chapter))
    const [url = null] = files.flatMap(({ data }) => filled(data.audio_url) ?? [])
    if (url === null && verses.length === 0) return undefined
    const before = verses.length > 0 && hasBasmala(chapter) ? basmalaPlaces : undefined
    const [basmala = null] = before ? await versesIn(view, resource, before) : []
    return { chapter, url, verses, basmala }
  })
}
