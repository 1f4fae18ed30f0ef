import type { GeneratorContext, RowGenerator } from './generator.ts'
import { verseRowId } from './verse-fields.ts'
import { versesOf } from './verses.ts'

/** A name that can never resolve: the sandbox has no sound. */
const audioHost = 'https://audio.example.invalid/sandbox'

const threeDigits = (number: number) => String(number).padStart(3, '0')

function chapterAudioRows(context: GeneratorContext) {
  return context.chapters.map((chapter) => ({
    id: context.id * 1_000 + chapter,
    record_type: 'chapter_audio_file',
    audio_recitation_id: context.id,
    chapter_id: chapter,
    audio_url: `${audioHost}/${context.id}/${threeDigits(chapter)}.mp3`,
  }))
}

/** Chapter files only. */
export const chapterRecitationRows: RowGenerator = chapterAudioRows

/** Verse files, then the chapter files of the recitation with the same number. */
export const recitationRows: RowGenerator = (context) => {
  const verseFiles = versesOf(context.chapters).map((verse) => ({
    id: verseRowId(context.id, verse),
    record_type: 'audio_file',
    recitation_id: context.id,
    verse_key: verse.key,
    url: `${audioHost}/${context.id}/${threeDigits(verse.chapter)}${threeDigits(verse.number)}.mp3`,
    segments: [[0, 1, 0, 1_000]],
  }))
  return [...verseFiles, ...chapterAudioRows(context)]
}
