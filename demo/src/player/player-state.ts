import type { ResourceKey } from '@waraq/protocol'
import { segmentsFor, wordAt, type ChapterAudio, type VerseKey } from 'waraq/quran'
import type { RecordingSource } from 'waraq/files'
import type { VerseRange } from '../reading/range/verse-range.ts'
import { chapterOf, numberOf } from '../reading/verse-name.ts'
import type { PlayerProblem } from './player-problem.ts'
import { noRepeat, type Next, type Repeat } from './repeat.ts'

/** What is played, and the position in it. Pure; `audio-player.ts` plays the sound itself. */

/** One recording: of a verse, of the basmala before the first one, or of a whole chapter. */
export interface Track {
  /** The verse of the chapter that the recording contains. Null for the basmala and for a whole chapter. */
  readonly verseKey: string | null
  /** The verse whose file is played. Null for the file of the chapter. */
  readonly file: VerseKey | null
}

/** What is known of the open recording: where it is played from, and when its verses and words are heard. */
export type OpenRecording = Pick<RecordingSource, 'isKept' | 'verses' | 'segments'>

export interface PlayerState {
  readonly phase: 'closed' | 'loading' | 'playing' | 'paused' | 'failed'
  readonly recitation: ResourceKey | null
  readonly chapter: number
  readonly tracks: readonly Track[]
  readonly index: number
  /** The verse that the reader asked to start at. Null for the start of the chapter, and once the reader goes elsewhere. */
  readonly from: string | null
  /** Null until the recording is open. */
  readonly recording: OpenRecording | null
  /** Seconds. */
  readonly position: number
  /** Seconds. Null until it is known. */
  readonly duration: number | null
  readonly problem: PlayerProblem | null
  /** Whether the page scrolls along with the verse that is played. */
  readonly following: boolean
  readonly repeat: Repeat
  /** The verses that the reader has chosen on the page, if they are of one chapter. */
  readonly chosen: VerseRange | null
}

export const closedPlayer: PlayerState = {
  phase: 'closed',
  recitation: null,
  chapter: 0,
  tracks: [],
  index: 0,
  from: null,
  recording: null,
  position: 0,
  duration: null,
  problem: null,
  following: true,
  repeat: noRepeat,
  chosen: null,
}

export type PlayerEvent =
  | { readonly is: 'asked'; readonly recitation: ResourceKey; readonly chapter: number }
  | { readonly is: 'found'; readonly tracks: readonly Track[]; readonly from: string | null }
  | { readonly is: 'went'; readonly index: number }
  | { readonly is: 'opened'; readonly recording: OpenRecording }
  | { readonly is: 'played' }
  | { readonly is: 'paused' }
  | { readonly is: 'moved'; readonly position: number; readonly duration: number | null }
  | { readonly is: 'failed'; readonly problem: PlayerProblem }
  /** The device has a connection again. */
  | { readonly is: 'online' }
  | { readonly is: 'followed'; readonly following: boolean }
  | { readonly is: 'repeated'; readonly repeat: Repeat }
  | { readonly is: 'chosen'; readonly chosen: VerseRange | null }
  | { readonly is: 'closed' }

/**
 * Returns the recordings of a chapter: verse by verse if there are any, because the page can follow those, or else the
 * recording of the entire chapter.
 */
export function tracksOf(audio: ChapterAudio | undefined): Track[] {
  if (!audio) return []
  const { verses, basmala, url } = audio
  if (verses.length === 0) return url === null ? [] : [{ verseKey: null, file: null }]
  const before = basmala ? [{ verseKey: null, file: basmala.verseKey }] : []
  return [...before, ...verses.map(({ verseKey }) => ({ verseKey, file: verseKey }))]
}

const fromItsBeginning = { from: null, recording: null, position: 0, duration: null, problem: null } as const

/** Events that occur on the page even without a sound. */
const ofThePage: readonly PlayerEvent['is'][] = ['asked', 'followed', 'chosen']

/** Verses of another chapter cannot be repeated in this one. */
function repeatIn(chapter: number, { repeat }: PlayerState): Repeat {
  const isElsewhere = repeat.range && chapterOf(repeat.range.from) !== chapter
  return isElsewhere ? { ...noRepeat, times: repeat.times } : { ...repeat, played: 0 }
}

export function afterEvent(state: PlayerState, event: PlayerEvent): PlayerState {
  // Late events of a closed sound change nothing.
  if (state.phase === 'closed' && !ofThePage.includes(event.is)) return state
  switch (event.is) {
    case 'asked': {
      const { recitation, chapter } = event
      const { following, chosen } = state
      const repeat = repeatIn(chapter, state)
      return { ...closedPlayer, following, chosen, repeat, phase: 'loading', recitation, chapter }
    }
    case 'found': {
      const { tracks, from } = event
      if (tracks.length === 0) return { ...state, phase: 'failed', problem: { is: 'nothing_here' } }
      const index = tracks.findIndex(({ verseKey }) => verseKey === from)
      return { ...state, ...fromItsBeginning, tracks, index: Math.max(index, 0), from }
    }
    case 'went': {
      if (!state.tracks[event.index]) return state
      return { ...state, ...fromItsBeginning, phase: 'loading', index: event.index }
    }
    case 'opened':
      return { ...state, recording: event.recording }
    case 'played':
      return { ...state, phase: 'playing', problem: null }
    case 'paused':
      return state.phase === 'failed' ? state : { ...state, phase: 'paused' }
    case 'moved':
      return { ...state, position: event.position, duration: event.duration }
    case 'failed':
      return {
        ...state,
        phase: event.problem.is === 'press_play' ? 'paused' : 'failed',
        problem: event.problem,
      }
    case 'online':
      // No sound starts automatically. A press of Play opens the recording again.
      return state.problem?.is === 'not_here' ? { ...state, problem: null } : state
    case 'followed':
      return { ...state, following: event.following }
    case 'repeated':
      return { ...state, repeat: event.repeat }
    case 'chosen':
      return { ...state, chosen: event.chosen }
    case 'closed':
      return { ...closedPlayer, following: state.following, chosen: state.chosen }
  }
}

/** The verse that is played or comes next. Null if it is not known. */
export function playedVerse({ phase, tracks, index, recording, position }: PlayerState): string | null {
  if (phase === 'closed') return null
  const span = recording && wordAt(recording.verses, position * 1000)
  return tracks[index]?.verseKey ?? span?.verseKey ?? null
}

/**
 * Whether verses can be told apart: each has its own recording, or the open recording contains their times. Otherwise no
 * verse or range can be repeated or followed. True until that is known.
 */
export function tellsVerses({ tracks, recording }: Pick<PlayerState, 'tracks' | 'recording'>): boolean {
  return !recording || recording.verses.length > 0 || tracks.some(({ verseKey }) => verseKey !== null)
}

/**
 * Seconds of the recording during which the player shows that it started at another verse. After that, the reader has heard
 * where it is.
 */
const reportedFor = 15

/**
 * The requested verse if this recording cannot start at it because the verse's time is not known. Null if the time is
 * known, and once the recording has played on.
 */
export function verseNotFound({ tracks, index, recording, position, from }: PlayerState): string | null {
  if (!recording || from === null || numberOf(from) === 1 || position >= reportedFor) return null
  const isKnown =
    tracks[index]?.verseKey === from || recording.verses.some(({ verseKey }) => verseKey === from)
  return isKnown ? null : from
}

/** A recited word, or several words that the recording does not tell apart. */
export type PlayedWords = OpenRecording['segments'][number]

function wordsNow({ phase, recording, position }: PlayerState): PlayedWords | null {
  if (phase !== 'playing' || !recording) return null
  return wordAt(recording.segments, position * 1000) ?? null
}

/**
 * The words being recited in a verse of `words` words; `words` is null if their number is unknown. Null if the recited
 * words are not known, or if the recording counts the verse's words differently.
 */
export function playedWords(state: PlayerState, words: number | null): PlayedWords | null {
  const now = wordsNow(state)
  if (words === null) return now
  const ofVerse = state.recording?.segments.filter(({ verseKey }) => verseKey === now?.verseKey) ?? []
  return segmentsFor(ofVerse, words).length > 0 ? now : null
}

/** Whether the word at a position of its verse is being heard. */
export function isHeard(position: number, { word, lastWord }: PlayedWords): boolean {
  return position >= word && position <= lastWord
}

/** Whether another verse or word is heard at this second than at the position of the state. */
export function isAtOtherWord(state: PlayerState, position: number): boolean {
  const then = { ...state, position }
  return wordsNow(then) !== wordsNow(state) || playedVerse(then) !== playedVerse(state)
}

/** Where another verse starts: in its own recording, or at a second of the open one. Null if there is none. */
export type VerseStart = { readonly index: number } | { readonly seconds: number } | null

/** The verse after the current one (1) or before it (-1). */
export function stepTo({ tracks, index, recording, position }: PlayerState, by: 1 | -1): VerseStart {
  if (tracks[index + by]) return { index: index + by }
  const starts = (recording?.verses ?? []).map(({ startMs }) => startMs / 1000).sort((a, b) => a - b)
  const seconds = starts[starts.findLastIndex((start) => start <= position) + by]
  return seconds === undefined ? null : { seconds }
}

/** The second at which a verse starts in the open recording. 0 if that is not known. */
export function startOf({ verses }: OpenRecording, verseKey: string | null): number {
  return (verses.find((span) => span.verseKey === verseKey)?.startMs ?? 0) / 1000
}

/** Where a verse of the chapter starts. Without a verse, the start of the chapter. */
export function placeOf(
  { tracks, recording }: PlayerState,
  verseKey: string | null,
): NonNullable<VerseStart> {
  const index = tracks.findIndex((track) => track.verseKey === verseKey)
  if (tracks.length > 1) return { index: Math.max(index, 0) }
  return { seconds: recording ? startOf(recording, verseKey) : 0 }
}

/** The next recording if it is another one than the current. */
export function trackAfter(state: PlayerState, next: Next): Track | undefined {
  const { tracks, index } = state
  if (next.is === 'next_verse') return tracks[index + 1]
  const start = next.is === 'again' ? placeOf(state, next.from) : null
  return start && 'index' in start && start.index !== index ? tracks[start.index] : undefined
}

/** The verse that ends between the known position and this second, in a recording of several verses. */
export function verseEnded(state: PlayerState, position: number): string | null {
  const { phase, tracks, index } = state
  if (phase !== 'playing' || tracks[index]?.file !== null || position <= state.position) return null
  const before = playedVerse(state)
  return before === playedVerse({ ...state, position }) ? null : before
}

/** Formats seconds as "1:05". */
export function timeShown(seconds: number, number: (value: number) => string): string {
  const whole = Math.floor(seconds)
  const rest = whole % 60
  return `${number(Math.floor(whole / 60))}:${rest < 10 ? number(0) : ''}${number(rest)}`
}
