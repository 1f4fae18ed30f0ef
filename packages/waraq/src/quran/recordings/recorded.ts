import type { AudioFileRow, ChapterAudioFileRow, ResourceRef } from '@waraq/protocol'
import type { ResourceFile, NamedFiles } from '../../files/file-list.ts'
import type { Parts } from '../../files/parts.ts'
import type { StoreView } from '../../store/read/store-view.ts'
import { checkChapter, checkVerseKey } from '../readers/arguments.ts'
import { audioSegments, type AudioSegment } from '../readers/audio-segments.ts'
import { filled, object, whole } from '../readers/fields.ts'
import { basmalaPlaces, hasBasmala } from '../readers/recitation.ts'
import { chapterOf, chapterPlaces, placeOf, type VerseKey } from '../readers/verse-key.ts'
import type { Span } from '../readers/word-at.ts'

/** Reads recordings from rows: their files, and when each verse and word is heard in a file. */

/** The content of a file: a chapter, or one verse of it. */
export interface Recorded {
  readonly chapter: number
  /** Null: the file contains the complete chapter. */
  readonly verseKey: VerseKey | null
}

/** The time of a verse in the file of its chapter. */
export interface VerseSpan extends Span {
  readonly verseKey: VerseKey
}

/** The time of a word. */
export interface WordSpan extends AudioSegment {
  readonly verseKey: VerseKey
}

export interface Recording {
  readonly file: ResourceFile<Recorded>
  /** For a chapter's file; empty if rows do not contain times. */
  readonly verses: readonly VerseSpan[]
  /** Empty if rows do not contain times. */
  readonly segments: readonly WordSpan[]
  readonly row: AudioFileRow | ChapterAudioFileRow
}

/** The address is the key, because nothing else distinguishes recordings. */
function fileOf(url: string, place: Recorded): ResourceFile<Recorded> {
  return { key: url, url, part: place.chapter, place }
}

/** `chapter`: the chapter that the file is kept for, if it is not the verse's own. */
function verseFileOf(row: AudioFileRow, chapter?: number): ResourceFile<Recorded> | undefined {
  const place = placeOf(row.verse_key)
  const url = filled(row.url)
  if (place === undefined || url === null) return undefined
  return fileOf(url, { chapter: chapter ?? chapterOf(place), verseKey: row.verse_key })
}

function chapterFileOf({
  chapter_id: chapter,
  audio_url,
}: ChapterAudioFileRow): ResourceFile<Recorded> | undefined {
  const url = filled(audio_url)
  return url === null ? undefined : fileOf(url, { chapter, verseKey: null })
}

/**
 * Lists the files of chapters. Prefers files of verses, because a player can start them at any verse, and adds the basmala
 * that these chapters start with. A chapter without such files gets the file of the complete chapter. If a recitation has
 * both, only one kind is kept.
 */
export async function listRecordings(
  view: StoreView,
  ref: ResourceRef,
  chapters: Parts,
): Promise<NamedFiles<Recorded>> {
  const ranges = chapters === 'all' ? [{}] : chapters.map(chapterPlaces)
  const files: ResourceFile<Recorded>[] = []
  for (const range of ranges) {
    const rows = await view.rows('audio_file', ref, range)
    files.push(...rows.flatMap(({ data }) => verseFileOf(data) ?? []))
  }
  const byVerse = new Set(files.map(({ place }) => place.chapter))
  // With all chapters, the first one already contains it.
  const beginning = chapters === 'all' ? [] : [...byVerse].filter(hasBasmala)
  const basmala = beginning.length > 0 ? await view.rows('audio_file', ref, basmalaPlaces) : []
  for (const chapter of beginning)
    files.push(...basmala.flatMap(({ data }) => verseFileOf(data, chapter) ?? []))
  const whole = (await view.rows('chapter_audio_file', ref)).flatMap(({ data }) => chapterFileOf(data) ?? [])
  const isAsked = (chapter: number) => chapters === 'all' || chapters.includes(chapter)
  files.push(...whole.filter(({ place: { chapter } }) => isAsked(chapter) && !byVerse.has(chapter)))
  return { files }
}

/** The recording of a verse in its own file. */
export async function verseRecording(
  view: StoreView,
  ref: ResourceRef,
  verseKey: VerseKey,
): Promise<Recording | undefined> {
  const place = checkVerseKey(verseKey)
  for (const { data: row } of await view.rows('audio_file', ref, { from: place, to: place })) {
    const file = verseFileOf(row)
    const segments = audioSegments(row.segments).map((segment) => ({ verseKey, ...segment }))
    if (file) return { file, verses: [], segments, row }
  }
  return undefined
}

/** The recording of a chapter in one file. */
export async function chapterRecording(
  view: StoreView,
  ref: ResourceRef,
  chapter: number,
): Promise<Recording | undefined> {
  checkChapter(chapter)
  for (const { data: row } of await view.rows('chapter_audio_file', ref, { from: chapter, to: chapter })) {
    const file = chapterFileOf(row)
    if (file) return { file, ...(await chapterSpans(view, ref, chapter)), row }
  }
  return undefined
}

/** The times of verses and words in a chapter's file. They have a separate record type, which not every service has. */
async function chapterSpans(
  view: StoreView,
  ref: ResourceRef,
  chapter: number,
): Promise<Pick<Recording, 'verses' | 'segments'>> {
  const verses: VerseSpan[] = []
  const segments: WordSpan[] = []
  for (const { data } of await view.rows('audio_segment', ref, chapterPlaces(chapter))) {
    const row = object(data)
    const verseKey = filled(row['verse_key'])
    if (verseKey === null || placeOf(verseKey) === undefined) continue
    const [startMs, endMs] = [whole(row['timestamp_from']), whole(row['timestamp_to'])]
    if (startMs !== null && endMs !== null && endMs > startMs) verses.push({ verseKey, startMs, endMs })
    segments.push(...audioSegments(row['segments']).map((segment) => ({ verseKey, ...segment })))
  }
  return { verses, segments }
}
