import { describe, expect, it } from 'vitest'
import { audioSegments, segmentsFor } from './audio-segments.ts'

const segment = (word: number, startMs: number, endMs: number, lastWord = word) => ({
  word,
  lastWord,
  startMs,
  endMs,
})

describe('segments of an audio file', () => {
  it.each<[form: string, value: unknown, expected: unknown]>([
    [
      'word, start, end',
      [
        [1, 0, 960],
        [2, 960, 1420],
      ],
      [segment(1, 0, 960), segment(2, 960, 1420)],
    ],
    [
      'the same behind a number',
      [
        [0, 1, 0, 960],
        [1, 2, 960, 1420.5],
      ],
      [segment(1, 0, 960), segment(2, 960, 1420.5)],
    ],
    [
      'some of which are cut',
      [[0, 1, 0, 960], [2], [1, 2, 1000, 1500]],
      [segment(1, 0, 960), segment(2, 1000, 1500)],
    ],
    ['several words', [[1, 3, 0, 960]], [segment(2, 0, 960, 3)]],
    [
      'words counted from one',
      [
        [1, 1, 0, 960],
        [2, 2, 960, 980],
      ],
      [segment(1, 0, 960), segment(2, 960, 980)],
    ],
    ['words that go back', [[3, 2, 0, 960]], []],
    ['words below zero', [[-1, 2, 0, 960]], []],
    ['a word that ends before it begins', [[1, 960, 0]], []],
    ['words from zero', [[0, 0, 960]], []],
    [
      'numbers as text',
      [
        ['0', '2', '5650', ' 7250.5 '],
        ['3', 0, '9'],
      ],
      [segment(1, 5650, 7250.5, 2), segment(3, 0, 9)],
    ],
    [
      'text that is no number',
      [
        ['one', 0, 1],
        [1, '', 960],
        [1, '0x1', 960],
        [1, '1e3', 2000],
        [1, null, 960],
      ],
      [],
    ],
    [
      'segments as text',
      ['1:0:960', '1, 2, 960, 980', '1-2', ''],
      [segment(1, 0, 960), segment(2, 960, 980)],
    ],
    ['all as text', '[[1,0,960],["2","960","980"]]', [segment(1, 0, 960), segment(2, 960, 980)]],
    ['a long text', `[${'[1,0,960],'.repeat(9_000)}[1,0,960]]`, []],
    ['times below zero', [[1, -5, 960]], []],
    ['objects', [{ word: 1, start: 0, end: 960 }], []],
    ['numbers alone', [1, 0, 960], []],
    ['longer lists', [[1, 2, 3, 4, 5]], []],
    ['text', '1,0,960', []],
    ['none', null, []],
    ['nothing', undefined, []],
    ['an object', { 0: [1, 0, 960], length: 1 }, []],
  ])('%s', (_, value, expected) => expect(audioSegments(value)).toEqual(expected))
})

describe('segments for a text', () => {
  const segments = [segment(1, 0, 10), segment(2, 10, 20, 3)]
  it.each([
    [3, segments],
    [2, []],
    [4, []],
    [0, []],
  ])('of %d words', (words, expected) => expect(segmentsFor(segments, words)).toEqual(expected))
  it('are none of none', () => expect(segmentsFor([], 0)).toEqual([]))
})
