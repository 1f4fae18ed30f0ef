import { describe, expect, it } from 'vitest'
import { audioSegments } from './audio-segments.ts'

const segment = (word: number, startMs: number, endMs: number) => ({ word, startMs, endMs })

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
      [[0, 1, 0, 960], [2], [1, 3, 1000, 1500]],
      [segment(1, 0, 960), segment(3, 1000, 1500)],
    ],
    ['a word that ends before it begins', [[1, 960, 0]], []],
    ['words from zero', [[0, 0, 960]], []],
    ['times that are text', [[1, '0', '960']], []],
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
