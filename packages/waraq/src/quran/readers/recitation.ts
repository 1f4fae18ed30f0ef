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
  /** When each word is recited, where the row says so in a known form. The row's own `segments` are as received. */
  readonly segments: readonly AudioSegment[]
  readonly row: AudioFileRow
}

export interface ChapterAudio {
  readonly chapter: number
  /** Address of a file with the whole chapter; null where there is none. */
  readonly url: string | null
  /** The files of single verses, in order; empty where there are none. */
  readonly verses: readonly VerseAudio[]
  /** What is recited before the first of these files: that of 1:1. Null before chapters 1 and 9, and where there is none. */
  readonly basmala: VerseAudio | null
}

const first = verseLocator(1, 1)
/** The verse whose recording is that of the basmala. */
export const basmalaPlaces: PlaceRange = { from: first, to: first }

/** Whether a recitation by verse of this chapter begins with the basmala, which is no verse of it: 1 has it as one, 9 has none. */
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

/** The recording of one verse. Undefined where the recitation has none: some have whole chapters only. */
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
 * The recordings of a chapter, from either group: one file, a file for each verse, or both. Undefined where there are none. A file of
 * the whole chapter has its basmala in it; one for each verse has not.
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
