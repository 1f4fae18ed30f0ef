import type { AudioFileRow, ChapterAudioFileRow } from '@waraq/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bench } from '../../sync/bench.test-support.ts'
import { chapterAudio, verseAudio } from './recitation.ts'
import { openLibrary, refOf, rowsOf } from './library.test-support.ts'

const verses = refOf('recitations:7')
const chapters = refOf('chapter_recitations:7')
const byHand = refOf('recitations:901')

const audio = (id: number, verseKey: string, fields: object) => ({
  id,
  record_type: 'audio_file',
  verse_key: verseKey,
  ...fields,
})
const added = {
  'recitations:901': [
    audio(1, '1:1', { url: 'a.mp3', segments: { form: 'unknown' }, added_since: 1 }),
    audio(2, '1:2', { url: null }),
    audio(3, '1:3', { url: 'c.mp3', segments: [[1, 0, 500]] }),
    audio(4, '2:1', {}),
    { id: 5, record_type: 'chapter_audio_file', chapter_id: 1, audio_url: '' },
    { id: 6, record_type: 'chapter_audio_file', chapter_id: 2, audio_url: 7 },
    { id: 7, record_type: 'chapter_audio_file', chapter_id: 3, audio_url: 'old.mp3' },
    { id: 8, record_type: 'audio_segment', verse_key: '1:1', begins: 0 },
  ],
}

let bench: Bench
beforeAll(async () => {
  bench = await openLibrary('chapter_recitations:7;recitations:7,901', { added })
})
afterAll(() => bench.close())

describe('the recording of a verse', () => {
  it('is what its row says, with the segments that are understood', async () => {
    const rows = rowsOf<AudioFileRow>(bench, 'recitations:7', 'audio_file')
    expect(rows).toHaveLength(36)
    for (const row of rows) {
      const segments = row.segments as readonly (readonly [number, number, number])[]
      expect(segments.length).toBeGreaterThan(0)
      expect(await bench.store.query(verseAudio(verses, row.verse_key))).toEqual({
        verseKey: row.verse_key,
        url: row.url,
        segments: segments.map(([word, startMs, endMs]) => ({ word, lastWord: word, startMs, endMs })),
        row,
      })
    }
    expect(await bench.store.query(verseAudio(byHand, '1:1'))).toEqual({
      verseKey: '1:1',
      url: 'a.mp3',
      segments: [],
      row: added['recitations:901'][0],
    })
  })
  it('is undefined where there is none, or none that could be played', async () => {
    for (const [ref, key] of [
      [verses, '2:1'],
      [byHand, '1:2'],
      [byHand, '2:1'],
      [chapters, '1:1'],
      [refOf('recitations:99'), '1:1'],
    ] as const)
      expect(await bench.store.query(verseAudio(ref, key))).toBeUndefined()
  })
})

describe('the recordings of a chapter', () => {
  it('are one file, a file a verse, or both', async () => {
    const whole = rowsOf<ChapterAudioFileRow>(bench, 'recitations:7').find((row) => row.chapter_id === 112)
    const both = (await bench.store.query(chapterAudio(verses, 112)))!
    expect(both).toMatchObject({ chapter: 112, url: whole!.audio_url })
    expect(both.verses.map(({ verseKey }) => verseKey)).toEqual(['112:1', '112:2', '112:3', '112:4'])
    expect(both.basmala).toEqual(await bench.store.query(verseAudio(verses, '1:1')))
    expect((await bench.store.query(chapterAudio(verses, 1)))!.basmala).toBeNull()
    expect(await bench.store.query(chapterAudio(chapters, 112))).toEqual({
      chapter: 112,
      url: rowsOf<ChapterAudioFileRow>(bench, 'chapter_recitations:7').find((row) => row.chapter_id === 112)!
        .audio_url,
      verses: [],
      basmala: null,
    })
    const some = (await bench.store.query(chapterAudio(byHand, 1)))!
    expect([some.url, some.verses.map(({ url }) => url)]).toEqual([null, ['a.mp3', 'c.mp3']])
  })
  it('are undefined where there are none', async () => {
    expect(await bench.store.query(chapterAudio(verses, 2))).toBeUndefined()
    expect(await bench.store.query(chapterAudio(byHand, 2))).toBeUndefined()
    expect(await bench.store.query(chapterAudio(refOf('recitations:99'), 1))).toBeUndefined()
    expect(await bench.store.query(chapterAudio(byHand, 3))).toEqual({
      chapter: 3,
      url: 'old.mp3',
      verses: [],
      basmala: null,
    })
  })
})
