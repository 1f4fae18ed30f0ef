import { describe, expect, it } from 'vitest'
import { afterVerse, noRepeat, type Next, type Repeat } from '../../demo/src/player/repeat.ts'

/** What comes after a verse, for each part that can be repeated, as often as it was played and chosen. */

const repeat = (of: Repeat['of'], times: number, played = 0): Repeat => ({
  of,
  range: of === 'range' ? { from: '2:2', to: '2:4' } : null,
  times,
  played,
})
const inside = { chapter: 2, verseKey: '2:3', isLast: false }
const endOfRange = { chapter: 2, verseKey: '2:4', isLast: false }
const basmala = { chapter: 2, verseKey: null, isLast: false }
const last = { chapter: 2, verseKey: '2:286', isLast: true }
const whole = { chapter: 2, verseKey: null, isLast: true }
const stops = { sleeps: false, playsOn: false }
const playsOn = { sleeps: false, playsOn: true }
const sleeps = { sleeps: true, playsOn: true }
const nextVerse: Next = { is: 'next_verse' }
const pause: Next = { is: 'pause' }
const chapter: Next = { is: 'chapter', chapter: 3 }
const again = (from: string | null): Next => ({ is: 'again', from })
const off = (times: number): Repeat => ({ ...noRepeat, times })

describe('after a verse', () => {
  it.each<[string, Parameters<typeof afterVerse>[0], Repeat, Parameters<typeof afterVerse>[2], Next, Repeat]>(
    [
      ['comes the next', inside, noRepeat, stops, nextVerse, noRepeat],
      ['comes the next, however the chapter ends', inside, noRepeat, sleeps, nextVerse, noRepeat],
      ['of the last, nothing', last, noRepeat, stops, pause, noRepeat],
      ['of the last, the next chapter', last, noRepeat, playsOn, chapter, noRepeat],
      ['of a whole recording, the next chapter', whole, noRepeat, playsOn, chapter, noRepeat],
      ['of the last, nothing as the timer wants', last, noRepeat, sleeps, pause, noRepeat],
      ['of the Quran, nothing', { ...last, chapter: 114 }, noRepeat, playsOn, pause, noRepeat],
      [
        'comes the same, the first time',
        inside,
        repeat('verse', 3),
        stops,
        again('2:3'),
        repeat('verse', 3, 1),
      ],
      ['comes the same', inside, repeat('verse', 3, 1), stops, again('2:3'), repeat('verse', 3, 2)],
      ['comes the next after the last time', inside, repeat('verse', 3, 2), stops, nextVerse, off(3)],
      [
        'comes the same without an end',
        inside,
        repeat('verse', Infinity, 99),
        stops,
        again('2:3'),
        repeat('verse', Infinity, 100),
      ],
      [
        'of the basmala, no verse is repeated',
        basmala,
        repeat('verse', 3),
        stops,
        nextVerse,
        repeat('verse', 3),
      ],
      [
        'of the last that is repeated, the same',
        last,
        repeat('verse', 2),
        playsOn,
        again('2:286'),
        repeat('verse', 2, 1),
      ],
      [
        'of the last that was repeated, the next chapter',
        last,
        repeat('verse', 2, 1),
        playsOn,
        chapter,
        off(2),
      ],
      ['in the range, the next', inside, repeat('range', 2), stops, nextVerse, repeat('range', 2)],
      [
        'at the end of the range, its first',
        endOfRange,
        repeat('range', 2),
        stops,
        again('2:2'),
        repeat('range', 2, 1),
      ],
      [
        'at the end of the range, nothing the last time',
        endOfRange,
        repeat('range', 2, 1),
        playsOn,
        pause,
        off(2),
      ],
      [
        'in a chapter that is repeated, the next',
        inside,
        repeat('chapter', 2),
        stops,
        nextVerse,
        repeat('chapter', 2),
      ],
      [
        'at the end of the chapter, its beginning',
        last,
        repeat('chapter', 2),
        playsOn,
        again(null),
        repeat('chapter', 2, 1),
      ],
      [
        'at the end of the chapter, the next one the last time',
        last,
        repeat('chapter', 2, 1),
        playsOn,
        chapter,
        off(2),
      ],
      [
        'at the end of a chapter that is repeated, nothing as the timer wants',
        last,
        repeat('chapter', 5),
        sleeps,
        pause,
        off(5),
      ],
    ],
  )('%s', (_, ended, repeated, after, next, left) => {
    expect(afterVerse(ended, repeated, after)).toEqual({ next, repeat: left })
  })
})
