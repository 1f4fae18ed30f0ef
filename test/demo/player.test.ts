import { WaraqError, type AudioFileRow } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { chapterKept } from '../../demo/src/player/chapter-kept.ts'
import {
  afterEvent,
  closedPlayer,
  isAtOtherWord,
  playedVerse,
  playedWords,
  startOf,
  stepTo,
  tellsVerses,
  timeShown,
  tracksOf,
  verseNotFound,
  type OpenRecording,
  type PlayerEvent,
  type PlayerState,
} from '../../demo/src/player/player-state.ts'

/** What the player does with each event, and what it says is kept. */

const tracks = ['1:1', '1:2'].map((verseKey) => ({ verseKey, file: verseKey }))
const ofVerse: OpenRecording = {
  isKept: true,
  verses: [],
  segments: [
    { verseKey: '1:1', word: 1, lastWord: 1, startMs: 0, endMs: 500 },
    { verseKey: '1:1', word: 2, lastWord: 3, startMs: 500, endMs: 900 },
  ],
}
const ofChapter: OpenRecording = {
  isKept: false,
  verses: [
    { verseKey: '1:1', startMs: 500, endMs: 2_000 },
    { verseKey: '1:2', startMs: 2_000, endMs: 4_000 },
  ],
  segments: [{ verseKey: '1:2', word: 1, lastWord: 1, startMs: 2_000, endMs: 3_000 }],
}
const asked: PlayerEvent = { is: 'asked', recitation: 'recitations:7', chapter: 1 }
const opened = (recording: OpenRecording): PlayerEvent => ({ is: 'opened', recording })
const moved = (position: number): PlayerEvent => ({ is: 'moved', position, duration: 5 })
const found = (from: string | null): PlayerEvent => ({ is: 'found', tracks, from })
const unplayable: PlayerEvent = { is: 'failed', problem: { is: 'unplayable', host: 'audio.example' } }
const after = (...events: readonly PlayerEvent[]): PlayerState => events.reduce(afterEvent, closedPlayer)

const whole = { is: 'found', tracks: [{ verseKey: null, file: null }], from: null } as const

it.each<[string, PlayerState, boolean]>([
  ['a recording of each verse', after(asked, found(null), opened(ofVerse)), true],
  ['one of the chapter that says when verses are heard', after(asked, whole, opened(ofChapter)), true],
  ['one that does not', after(asked, whole, opened({ ...ofChapter, verses: [] })), false],
  ['one that is not open yet', after(asked, whole), true],
])('%s: whether its verses are told apart', (_, state, reported) => {
  expect(tellsVerses(state)).toBe(reported)
})

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
      'is ready for a press of Play once there is a connection again',
      after(asked, found('1:2'), { is: 'failed', problem: { is: 'not_here' } }, { is: 'online' }),
      { phase: 'failed', problem: null, index: 1 },
      '1:2',
    ],
    [
      'still says what no connection changes',
      after(asked, found(null), unplayable, { is: 'online' }),
      { phase: 'failed', problem: unplayable.is === 'failed' ? unplayable.problem : null },
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

  describe('of a recording that does not tell when its verses are heard', () => {
    const whole = [{ verseKey: null, file: null }]
    const from = (verse: string | null, ...then: readonly PlayerEvent[]) =>
      after(asked, { is: 'found', tracks: whole, from: verse }, opened({ ...ofVerse, segments: [] }), ...then)

    it.each<[string, PlayerState, string | null]>([
      ['says which verse was asked for', from('1:2'), '1:2'],
      ['says it while the first words are heard', from('1:2', { is: 'played' }, moved(3)), '1:2'],
      ['says no more once it has played on', from('1:2', { is: 'played' }, moved(20)), null],
      ['has nothing to say of the first verse', from('1:1'), null],
      ['has nothing to say of the whole chapter', from(null), null],
      [
        'has nothing to say before it is open',
        after(asked, { is: 'found', tracks: whole, from: '1:2' }),
        null,
      ],
      [
        'has nothing to say where the times are known',
        after(asked, { is: 'found', tracks: whole, from: '1:2' }, opened(ofChapter)),
        null,
      ],
      ['has nothing to say of a verse with a recording', after(asked, found('1:2'), opened(ofVerse)), null],
      [
        'says it where only this verse has no recording, until another is heard',
        after(asked, found('1:9'), opened(ofVerse)),
        '1:9',
      ],
      [
        'says no more of another recording',
        after(asked, found('1:9'), opened(ofVerse), { is: 'went', index: 1 }, opened(ofVerse)),
        null,
      ],
    ])('%s', (_, state, expected) => expect(verseNotFound(state)).toBe(expected))
  })

  it.each<[by: 1 | -1, from: string, expected: ReturnType<typeof stepTo>]>([
    [1, '1:1', { index: 1 }],
    [1, '1:2', null],
    [-1, '1:2', { index: 0 }],
    [-1, '1:1', null],
  ])('a step of %i from %s leads to %j', (by, from, expected) => {
    expect(stepTo(after(asked, found(from)), by)).toEqual(expected)
  })

  it.each<[position: number, word: number | null]>([
    [0, 1],
    [0.499, 1],
    [0.5, 2],
    [0.9, null],
  ])('knows the word at %s s', (position, word) => {
    const playing = after(asked, found(null), opened(ofVerse), { is: 'played' }, moved(position))
    expect(playedWords(playing, 3)?.word ?? null).toBe(word)
    expect(playedWords(afterEvent(playing, { is: 'paused' }), 3)).toBe(null)
    // A text of more or fewer words is counted otherwise.
    for (const words of [0, 2, 4]) expect(playedWords(playing, words)).toBe(null)
  })

  it('knows nothing of another verse before its recording is open', () => {
    const next = after(asked, found(null), opened(ofVerse), { is: 'played' }, { is: 'went', index: 1 })
    expect(next).toMatchObject({ recording: null, position: 0 })
    expect(playedWords(afterEvent(next, { is: 'played' }), 3)).toBe(null)
  })
})

describe('a chapter in one recording', () => {
  const one: PlayerEvent = { is: 'found', tracks: [{ verseKey: null, file: null }], from: null }
  const at = (position: number) => after(asked, one, opened(ofChapter), { is: 'played' }, moved(position))

  it.each<[position: number, verse: string | null, word: number | null]>([
    [0, null, null],
    [0.5, '1:1', null],
    [2.5, '1:2', 1],
    [4.5, null, null],
  ])('at %s s is at verse %s, word %s', (position, verse, word) => {
    expect([playedVerse(at(position)), playedWords(at(position), 1)?.word ?? null]).toEqual([verse, word])
  })

  it.each<[position: number, by: 1 | -1, expected: ReturnType<typeof stepTo>]>([
    [0, 1, { seconds: 0.5 }],
    [0, -1, null],
    [1, 1, { seconds: 2 }],
    [3, -1, { seconds: 0.5 }],
    [3, 1, null],
  ])('from %s s a step of %i leads to %j', (position, by, expected) => {
    expect(stepTo(at(position), by)).toEqual(expected)
  })

  it('is told anew where another verse or word is heard', () => {
    const reported = [0.1, 0.5, 1.9, 2, 2.9, 3].map((position) => isAtOtherWord(at(1), position))
    expect(reported).toEqual([true, false, false, true, true, true])
    expect(isAtOtherWord(at(2.5), 3)).toBe(true)
    expect(isAtOtherWord(at(3), 3.9)).toBe(false)
  })

  it('begins at a verse', () => {
    expect(['1:2', '9:9', null].map((key) => startOf(ofChapter, key))).toEqual([2, 0, 0])
  })
})

describe('recordings of a chapter', () => {
  const row = {} as AudioFileRow
  const verse = { verseKey: '1:1', url: 'v.mp3', segments: [], row }

  it('are those of its verses, else the whole', () => {
    expect(tracksOf(undefined)).toEqual([])
    const basmala = null
    const whole = { verseKey: null, file: null }
    const first = { verseKey: '1:1', file: '1:1' }
    expect(tracksOf({ chapter: 1, url: null, verses: [], basmala })).toEqual([])
    expect(tracksOf({ chapter: 1, url: 'c.mp3', verses: [], basmala })).toEqual([whole])
    expect(tracksOf({ chapter: 1, url: 'c.mp3', verses: [verse], basmala })).toEqual([first])
  })
  it('begin with the basmala, which is no verse of the chapter', () => {
    const [own, basmala] = ['112:1', '1:1'].map((verseKey) => ({ ...verse, verseKey }))
    const begun = tracksOf({ chapter: 112, url: null, verses: [own!], basmala: basmala! })
    expect(begun).toEqual([
      { verseKey: null, file: '1:1' },
      { verseKey: '112:1', file: '112:1' },
    ])
    const state = (from: string | null) => after(asked, { is: 'found', tracks: begun, from })
    expect([state(null).index, playedVerse(state(null))]).toEqual([0, null])
    expect([state('112:1').index, playedVerse(state('112:1'))]).toEqual([1, '112:1'])
    expect(stepTo(state(null), 1)).toEqual({ index: 1 })
  })
})

describe('what is kept of a chapter', () => {
  const counts = (kept: number, files = 4) => ({ files, kept, bytes: kept * 10 })
  const failed = (code: 'quota_exceeded' | 'file_mismatch' | 'foreign_address' | 'timeout' | 'network') => ({
    chapter: 2,
    verseKey: '2:1',
    url: 'a.mp3',
    error: new WaraqError({ code, message: 'm', retryable: false } as never),
  })
  const status = (kept: number, more: object = {}) => ({
    chapters: [2],
    byChapter: [{ chapter: 2, ...counts(kept) }],
    failed: [],
    inProgress: false,
    ...more,
  })
  const missing = (kept: number, why: string | null) => ({ is: 'missing', counts: counts(kept), why })
  it.each<[string, Parameters<typeof chapterKept>[0], object]>([
    ['another chapter', status(4, { chapters: [1] }), { is: 'unasked' }],
    ['all of it', status(4), { is: 'kept', counts: counts(4), why: null }],
    ['all of it, of a recitation kept whole', status(4, { chapters: 'all' }), { is: 'kept' }],
    ['a part, and more comes', status(1, { inProgress: true }), { is: 'coming', counts: counts(1) }],
    ['a part', status(1), missing(1, null)],
    ['nothing that is counted yet', status(0, { byChapter: [], inProgress: true }), { is: 'coming' }],
    ['no files at all', status(0, { byChapter: [] }), { is: 'missing', counts: { files: 0 } }],
    [
      'a part, as the device is full',
      status(1, { failed: [failed('quota_exceeded')] }),
      missing(1, 'no_room'),
    ],
    ['a page in its place', status(3, { failed: [failed('file_mismatch')] }), missing(3, 'no_sound')],
    ['a host not listed', status(0, { failed: [failed('foreign_address')] }), missing(0, 'not_admitted')],
    ['no answer', status(0, { failed: [failed('timeout')] }), missing(0, 'no_answer')],
    [
      'failures of another chapter',
      status(1, { failed: [{ ...failed('timeout'), chapter: 3 }] }),
      missing(1, null),
    ],
  ])('%s', (_, reported, expected) => {
    expect(chapterKept(reported, 2, true)).toMatchObject(expected)
  })
  it('a part, while the device is offline: the server is not to blame, a full device is', () => {
    const offline = (code: 'network' | 'quota_exceeded') =>
      chapterKept(status(1, { failed: [failed(code)] }), 2, false)
    expect(offline('network')).toMatchObject(missing(1, 'offline'))
    expect(offline('quota_exceeded')).toMatchObject(missing(1, 'no_room'))
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
