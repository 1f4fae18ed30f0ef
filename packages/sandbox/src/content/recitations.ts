import type { JsonObject } from '@waraq/protocol'
import type { GeneratorContext, RowGenerator } from './generator.ts'
import { recordingsPath, verseLength, wordTimes } from './recordings.ts'
import { verseRowId } from './verse-fields.ts'
import { versesOf } from './verses.ts'

/** How verse rows name a file. Each reciter of the service uses one of these forms. */
type AddressForm = (file: string, audioOrigin: string) => string

const wholeAddress: AddressForm = (file, audioOrigin) => `${audioOrigin}${recordingsPath}/${file}`
export const addressWithoutScheme: AddressForm = (file, audioOrigin) =>
  wholeAddress(file, audioOrigin).replace(/^https?:/, '')
export const addressBelowBase: AddressForm = (file) => file

const threeDigits = (number: number) => String(number).padStart(3, '0')

const chapterRowId = ({ id }: GeneratorContext, chapter: number) => id * 1_000 + chapter

function chapterFiles(context: GeneratorContext): JsonObject[] {
  return context.chapters.map((chapter) => ({
    id: chapterRowId(context, chapter),
    record_type: 'chapter_audio_file',
    audio_recitation_id: context.id,
    chapter_id: chapter,
    audio_url: wholeAddress(`sandbox/${context.id}/${threeDigits(chapter)}.mp3`, context.audioOrigin),
  }))
}

/** The times at which each verse and each of its words is heard, in milliseconds from the start of the chapter's file. */
function chapterSegments(context: GeneratorContext): JsonObject[] {
  let [chapter, at] = [0, 0]
  return versesOf(context.chapters).map((verse) => {
    if (verse.chapter !== chapter) [chapter, at] = [verse.chapter, 0]
    const [from, length] = [at, verseLength(verse)]
    at += length
    return {
      id: verseRowId(context.id, verse),
      record_type: 'audio_segment',
      audio_file_id: chapterRowId(context, chapter),
      audio_recitation_id: context.id,
      chapter_id: chapter,
      verse_id: verse.id,
      verse_key: verse.key,
      verse_number: verse.number,
      timestamp_from: from,
      timestamp_to: at,
      duration: Math.trunc(length / 1_000),
      duration_ms: length,
      segments: wordTimes(verse).map(([word, start, end]) => [word, from + start, from + end]),
    }
  })
}

/** Chapter files only. */
export const chapterRecitationRows: RowGenerator = chapterFiles

/** Chapter files, followed by the times of their verses and words. */
export const timedChapterRecitationRows: RowGenerator = (context) => [
  ...chapterFiles(context),
  ...chapterSegments(context),
]

/** Verse files, followed by the chapter files of the recitation with the same number. */
export const recitationRows =
  (address: AddressForm): RowGenerator =>
  (context) => {
    const verseFiles = versesOf(context.chapters).map((verse) => ({
      id: verseRowId(context.id, verse),
      record_type: 'audio_file',
      recitation_id: context.id,
      verse_key: verse.key,
      url: address(
        `sandbox/${context.id}/${threeDigits(verse.chapter)}${threeDigits(verse.number)}.mp3`,
        context.audioOrigin,
      ),
      segments: wordTimes(verse),
    }))
    return [...verseFiles, ...chapterFiles(context)]
  }
