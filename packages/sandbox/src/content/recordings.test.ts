import type { JsonObject } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { createSandbox } from '../index.ts'
import { allVerses } from './verses.ts'
import { recordingOf, verseLength, wordTimes } from './recordings.ts'
import { frameSize, lengthFrame, silentFrame } from './tone-file.ts'
import { wordsOf } from './words.ts'

type Times = readonly (readonly [number, number, number])[]

const sandbox = createSandbox({ content: { resources: 'recitations:*;chapter_recitations:*' } })
const rowsOf = (key: string, type: string) =>
  sandbox.snapshotRows(key)!.filter((row) => row['record_type'] === type)

/** The sound that a row names, without the tag and the frame before it, which tells how many frames it has. */
function soundOf(reciter: number, row: JsonObject): Buffer {
  const file = Buffer.concat(recordingOf(reciter, row)!.pieces.map(({ bytes }) => bytes()))
  const reported = file.indexOf(0xff)
  const sound = file.subarray(reported + frameSize)
  const expected = Buffer.from(lengthFrame(sound.length / frameSize))
  expect(file.subarray(reported, reported + frameSize).equals(expected)).toBe(true)
  return sound
}

/** Stretches of tones in a sound, in milliseconds, with the frame of each. */
function tonesIn(sound: Buffer) {
  const tones: { from: number; to: number; frame: Buffer }[] = []
  for (let at = 0; at < sound.length; at += frameSize) {
    const frame = sound.subarray(at, at + frameSize)
    if (frame.equals(silentFrame)) continue
    const last = tones.at(-1)
    if (last?.to === at && last.frame.equals(frame)) last.to += frameSize
    else tones.push({ from: at, to: at + frameSize, frame })
  }
  return tones
}

/** What is heard where each word is, with the silence at its end. */
const heardIn = (sound: Buffer) => tonesIn(sound).map(({ from, to }) => [from, to + frameSize])

describe('a recording of a verse', () => {
  const rows = rowsOf('recitations:7', 'audio_file')
  const verses = allVerses()

  it('has a tone for each word, when its row says', () => {
    for (const index of [0, 6, 261, 6_235]) {
      const { segments } = rows[index]! as { segments: Times }
      const sound = soundOf(7, rows[index]!)
      expect(sound).toHaveLength(verseLength(verses[index]!))
      expect(heardIn(sound)).toEqual(segments.map(([, from, to]) => [from, to]))
      expect(segments.map(([word]) => word)).toEqual(wordsOf(verses[index]!).words.map((_, at) => at + 1))
    }
  })

  it('differs from that of the verse before it, and of another reciter', () => {
    const sounds = rows.slice(0, 7).map((row) => tonesIn(soundOf(7, row))[0]!.frame.toString('hex'))
    expect(new Set(sounds).size).toBe(7)
    expect(tonesIn(soundOf(1, rows[0]!))[0]!.frame.toString('hex')).not.toBe(sounds[0])
  })

  it('has less than a second for each word, and a few kilobytes altogether', () => {
    const lengths = verses.map(verseLength)
    const words = verses.flatMap((verse) => wordTimes(verse).map(([, from, to]) => to - from))
    expect(Math.max(...words)).toBeLessThan(1_000)
    expect(Math.min(...words)).toBeGreaterThan(100)
    expect(lengths.reduce((sum, length) => sum + length, 0) / lengths.length).toBeLessThan(6_000)
  })
})

describe('a recording of a chapter', () => {
  const files = rowsOf('chapter_recitations:7', 'chapter_audio_file')
  const segments = rowsOf('chapter_recitations:7', 'audio_segment')

  it('is those of its verses, one after the other, behind a tag', () => {
    const { pieces } = recordingOf(7, files[111]!)!
    expect(Buffer.from(pieces[0]!.bytes()).toString('latin1')).toMatch(/^ID3.*Chapter 112/s)
    const verses = rowsOf('recitations:7', 'audio_file').filter((row) =>
      String(row['verse_key']).startsWith('112:'),
    )
    expect(soundOf(7, files[111]!).equals(Buffer.concat(verses.map((row) => soundOf(7, row))))).toBe(true)
  })

  it.each([1, 9, 112])(
    'of chapter %i has each verse and word when its rows say, to its very end',
    (chapter) => {
      const own = segments.filter((row) => row['chapter_id'] === chapter)
      const sound = soundOf(7, files[chapter - 1]!)
      const words = own.flatMap((row) => row['segments'] as Times)
      expect(heardIn(sound)).toEqual(words.map(([, from, to]) => [from, to]))
      let end = 0
      for (const row of own) {
        expect(row).toMatchObject({
          audio_file_id: files[chapter - 1]!['id'],
          timestamp_from: end,
          duration_ms: Number(row['timestamp_to']) - end,
        })
        end = Number(row['timestamp_to'])
      }
      expect(end).toBe(sound.length)
    },
  )

  it('is made verse by verse, however long', () => {
    const { pieces } = recordingOf(7, files[1]!)!
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
    expect(Math.round(length / 100_000)).toBe(19)
    for (const { length, bytes } of pieces) {
      expect(length).toBeLessThan(50_000)
      expect(bytes()).toHaveLength(length)
    }
  })
})

it('there is none where a row names neither a verse nor a chapter', () => {
  for (const row of [{ record_type: 'audio_file', verse_key: '1:8' }, { chapter_id: 115 }, {}])
    expect(recordingOf(7, row)).toBeUndefined()
})
