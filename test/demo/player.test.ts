import type { AudioFileRow } from '@waraq/contract'
import { describe, expect, it } from 'vitest'
import { audioAddress } from '../../demo/src/player/audio-address.ts'
import {
  afterEvent,
  closedPlayer,
  playedVerse,
  playedWord,
  timeShown,
  tracksOf,
  type PlayerEvent,
  type PlayerState,
  type Track,
} from '../../demo/src/player/player-state.ts'

/** What the player does with each event, and where recordings may come from. */

const tracks: readonly Track[] = [
  {
    verseKey: '1:1',
    url: 'a.mp3',
    segments: [
      { word: 1, startMs: 0, endMs: 500 },
      { word: 2, startMs: 500, endMs: 900 },
    ],
  },
  { verseKey: '1:2', url: 'b.mp3', segments: [] },
]
const asked: PlayerEvent = { is: 'asked', recitation: 'recitations:7', chapter: 1 }
const found = (from: string | null): PlayerEvent => ({ is: 'found', tracks, from })
const unplayable: PlayerEvent = { is: 'failed', problem: { is: 'unplayable', host: 'audio.example' } }
const after = (...events: readonly PlayerEvent[]): PlayerState => events.reduce(afterEvent, closedPlayer)

describe('the player', () => {
  it.each<[string, PlayerState, Partial<PlayerState>, verse: string | null]>([
    ['is closed at first', closedPlayer, { phase: 'closed' }, null],
    ['asks', after(asked), { phase: 'loading', chapter: 1, recitation: 'recitations:7' }, null],
    ['begins at the first verse', after(asked, found(null)), { phase: 'loading', index: 0 }, '1:1'],
    ['begins at another verse', after(asked, found('1:2')), { index: 1 }, '1:2'],
    ['begins at the first where a verse has none', after(asked, found('9:9')), { index: 0 }, '1:1'],
    [
      'finds nothing',
      after(asked, { is: 'found', tracks: [], from: null }),
      { phase: 'failed', problem: { is: 'nothing_here' } },
      null,
    ],
    ['plays', after(asked, found(null), { is: 'played' }), { phase: 'playing', problem: null }, '1:1'],
    ['pauses', after(asked, found(null), { is: 'played' }, { is: 'paused' }), { phase: 'paused' }, '1:1'],
    [
      'fails',
      after(asked, found(null), unplayable),
      { phase: 'failed', problem: unplayable.is === 'failed' ? unplayable.problem : null },
      '1:1',
    ],
    [
      'does not seem paused after it failed',
      after(asked, found(null), unplayable, { is: 'paused' }),
      { phase: 'failed' },
      '1:1',
    ],
    [
      'goes on to the next after a failure',
      after(asked, found(null), unplayable, { is: 'went', index: 1 }),
      { phase: 'loading', index: 1, problem: null },
      '1:2',
    ],
    [
      'does not go beyond the last',
      after(asked, found('1:2'), { is: 'went', index: 2 }),
      { index: 1 },
      '1:2',
    ],
    [
      'does not go before the first',
      after(asked, found(null), { is: 'went', index: -1 }),
      { index: 0 },
      '1:1',
    ],
    [
      'waits for the reader where the browser wants that',
      after(asked, found(null), { is: 'failed', problem: { is: 'press_play' } }),
      { phase: 'paused' },
      '1:1',
    ],
    [
      'is closed',
      after(asked, found(null), { is: 'played' }, { is: 'closed' }),
      { phase: 'closed', tracks: [] },
      null,
    ],
    [
      'stays closed when events come late',
      after(asked, { is: 'closed' }, found(null), { is: 'played' }),
      { phase: 'closed', tracks: [] },
      null,
    ],
    [
      'remembers whether to follow',
      after({ is: 'followed', following: false }, asked, { is: 'closed' }, asked),
      { following: false },
      null,
    ],
  ])('%s', (_, state, expected, verse) => {
    expect(state).toMatchObject(expected)
    expect(playedVerse(state)).toBe(verse)
  })

  it.each<[position: number, word: number | null]>([
    [0, 1],
    [0.499, 1],
    [0.5, 2],
    [0.9, null],
  ])('knows the word at %s s', (position, word) => {
    const playing = after(asked, found(null), { is: 'played' }, { is: 'moved', position, duration: 2 })
    expect(playedWord(playing)).toBe(word)
    expect(playedWord(afterEvent(playing, { is: 'paused' }))).toBe(null)
  })
})

describe('recordings of a chapter', () => {
  const row = {} as AudioFileRow
  const verse = { verseKey: '1:1', url: 'v.mp3', segments: [], row }

  it('are those of its verses, else the whole', () => {
    expect(tracksOf(undefined)).toEqual([])
    expect(tracksOf({ chapter: 1, url: null, verses: [] })).toEqual([])
    expect(tracksOf({ chapter: 1, url: 'c.mp3', verses: [] })).toEqual([
      { verseKey: null, url: 'c.mp3', segments: [] },
    ])
    expect(tracksOf({ chapter: 1, url: 'c.mp3', verses: [verse] })).toEqual([
      { verseKey: '1:1', url: 'v.mp3', segments: [] },
    ])
  })
})

describe('an address of a recording', () => {
  const host = 'https://audio.example'
  it.each<[string, hosts: readonly string[], expected: object]>([
    ['https://audio.example/1.mp3', [host], { url: 'https://audio.example/1.mp3' }],
    ['//audio.example/1.mp3', [host], { url: 'https://audio.example/1.mp3' }],
    ['Reader/mp3/001001.mp3', [host], { url: 'https://audio.example/Reader/mp3/001001.mp3' }],
    ['https://b.example/1.mp3', [host, 'https://b.example/'], { url: 'https://b.example/1.mp3' }],
    ['https://b.example/1.mp3', [host], { problem: 'not_admitted', host: 'b.example' }],
    ['http://audio.example/1.mp3', [host], { problem: 'not_admitted', host: 'audio.example' }],
    [
      'https://audio.example.evil.example/1.mp3',
      [host],
      { problem: 'not_admitted', host: 'audio.example.evil.example' },
    ],
    ['javascript:alert(1)', [host], { problem: 'not_admitted', host: 'javascript:alert(1)' }],
    ['https://audio.example/1.mp3', [], { problem: 'not_set_up' }],
  ])('%s', (url, hosts, expected) => {
    expect(audioAddress(url, hosts)).toEqual(expected)
  })
})

describe('a time', () => {
  it.each<[number, string]>([
    [0, '0:00'],
    [9.9, '0:09'],
    [65, '1:05'],
    [3601, '60:01'],
  ])('of %s s', (seconds, shown) => {
    expect(timeShown(seconds, String)).toBe(shown)
  })
})
