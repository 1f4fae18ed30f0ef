import type { JsonObject } from '@waraq/protocol'
import type { Bytes } from '../bytes.ts'
import type { FilePiece, MadeFile } from './made-file.ts'
import { frameSize, lengthFrame, silentFrame, titleTag, toneFrame } from './tone-file.ts'
import { allVerses, type Verse, versesOf } from './verses.ts'
import { arabicLetters, wordsOf } from './words.ts'

/** The path of recordings, from the root of the host. */
export const recordingsPath = '/recordings'

/** Frames of silence before the first word of a verse and after the last one. */
const pause = 4
/** A word takes the least number of frames plus one for each letter, but less than a second. Its last frame is silent. */
const [leastFrames, mostFrames] = [4, 27]

const framesOfWord = (word: string) => Math.min(leastFrames + arabicLetters(word), mostFrames)

/** The time of each word: its position in the verse from 1, then its start and end in milliseconds from the verse's start. */
export function wordTimes(verse: Verse): readonly (readonly [word: number, start: number, end: number])[] {
  let at = pause * frameSize
  return wordsOf(verse).words.map((word, index) => {
    const start = at
    at += framesOfWord(word) * frameSize
    return [index + 1, start, at]
  })
}

/** The duration of a verse in milliseconds, which is also the length of its sound in bytes. */
export function verseLength(verse: Verse): number {
  const frames = wordsOf(verse).words.map(framesOfWord)
  return frameSize * frames.reduce((sum, count) => sum + count, 2 * pause)
}

/** A tone for each verse of a chapter. The tones rise by two octaves and then repeat. Each reciter starts at a different tone. */
const lineOf = (reciter: number, verse: Verse) => 16 + 2 * ((reciter % 8) + ((verse.number - 1) % 24))

function verseSound(reciter: number, verse: Verse): Bytes {
  const tone = toneFrame(lineOf(reciter, verse))
  const sound = new Uint8Array(verseLength(verse))
  for (let at = 0; at < sound.length; at += frameSize) sound.set(silentFrame, at)
  for (const [, start, end] of wordTimes(verse))
    for (let at = start; at < end - frameSize; at += frameSize) sound.set(tone, at)
  return sound
}

const pieceOf = (bytes: Bytes): FilePiece => ({ length: bytes.length, bytes: () => bytes })

function recording(reciter: number, verses: readonly Verse[], ...before: readonly FilePiece[]): MadeFile {
  const sounds = verses.map((verse) => ({
    length: verseLength(verse),
    bytes: () => verseSound(reciter, verse),
  }))
  const frames = sounds.reduce((sum, { length }) => sum + length, 0) / frameSize
  const keys = [verses[0], verses.at(-1)].map((verse) => verse?.key).join('-')
  return {
    type: 'audio/mpeg',
    etag: `"${reciter}-${keys}"`,
    pieces: [...before, pieceOf(lengthFrame(frames)), ...sounds],
  }
}

/** The recording that a row names: of its verse, or of its chapter with a tag before it. Undefined if it has neither. */
export function recordingOf(reciter: number, row: JsonObject): MadeFile | undefined {
  if (row['record_type'] === 'audio_file') {
    const verse = allVerses().find(({ key }) => key === row['verse_key'])
    return verse && recording(reciter, [verse])
  }
  const verses = versesOf([Number(row['chapter_id'])])
  const tag = titleTag(`Chapter ${Number(row['chapter_id'])} in tones, made by the Waraq sandbox`)
  return verses.length > 0 ? recording(reciter, verses, pieceOf(tag)) : undefined
}
