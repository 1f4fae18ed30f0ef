import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import type { ContentStore } from 'waraq'
import { chapterAudio } from 'waraq/quran'
import type { Recordings, RecordingSource } from 'waraq/files'
import { State, type Observable } from '../observable.ts'
import { chapterOf } from '../reading/verse-name.ts'
import { isIn, type VerseRange } from '../reading/range/verse-range.ts'
import type { Settings } from '../settings/settings.ts'
import {
  afterEvent,
  closedPlayer,
  isAtOtherWord,
  placeOf,
  playedVerse,
  startOf,
  stepTo,
  trackAfter,
  tracksOf,
  verseEnded,
  type PlayerEvent,
  type PlayerState,
  type Track,
  type VerseStart,
} from './player-state.ts'
import { openingProblem, soundProblem, type PlayerProblem } from './player-problem.ts'
import { afterVerse, type Repeat } from './repeat.ts'
import { SleepTimer } from './sleep-timer.ts'
import { Sounds, type SoundEvents } from './sounds.ts'

/** The next recording. It is opened while the previous one plays, so that there is no gap between the two. */
interface Ahead {
  readonly track: Track
  readonly source: RecordingSource
}

type PlayerSettings = Observable<Pick<Settings, 'speed' | 'playsOn'>>

/** Plays recordings of chapters. The page has only one player, so that two recordings never play at the same time. */
export class AudioPlayer {
  readonly #state = new State<PlayerState>(closedPlayer)
  readonly state: Observable<PlayerState> = this.#state
  readonly sleep = new SleepTimer(() => this.#fallAsleep())
  readonly #store: ContentStore
  readonly #recordings: (() => Promise<Pick<Recordings, 'source'>>) | null
  readonly #settings: PlayerSettings
  readonly #sounds: Sounds
  #source: RecordingSource | null = null
  #ahead: Ahead | null = null
  /** Number of the latest command. Results of older commands are ignored. */
  #command = 0
  /** While another recording is being opened, events of the sound belong to the previous one. */
  #isOpening = false
  /** The sleep timer ended while a recording was being opened, so that recording stays paused. */
  #isAsleep = false

  /** Without `recordings`, the reader's settings name no host of recordings. */
  constructor(
    store: ContentStore,
    recordings: (() => Promise<Pick<Recordings, 'source'>>) | null,
    settings: PlayerSettings,
  ) {
    this.#store = store
    this.#recordings = recordings
    this.#settings = settings
    this.#sounds = new Sounds(this.#events(), settings.get().speed)
    settings.subscribe(() => this.#sounds.setSpeed(settings.get().speed))
    addEventListener('online', () => this.#tell({ is: 'online' }))
  }

  /** Plays a chapter from a verse, or from its start. */
  async play(recitation: ResourceKey, chapter: number, verseKey: string | null = null): Promise<void> {
    this.#isAsleep = false
    await this.#playChapter(recitation, chapter, verseKey)
  }

  async #playChapter(recitation: ResourceKey, chapter: number, verseKey: string | null): Promise<void> {
    const ref = parseResourceKey(recitation)
    if (!ref) return
    const command = this.#newCommand()
    this.#tell({ is: 'asked', recitation, chapter })
    const audio = await this.#store.query(chapterAudio(ref, chapter)).catch(() => undefined)
    if (command !== this.#command) return
    this.#tell({ is: 'found', tracks: tracksOf(audio), from: verseKey })
    if (this.#state.get().tracks.length > 0) await this.#open(verseKey)
  }

  toggle(): void {
    const { phase, position, from } = this.#state.get()
    if (phase === 'playing') return this.#sounds.heard?.pause()
    if (phase === 'paused') return void this.#start()
    // Resumes where playback stopped, for example after a loss of the network, or at the requested verse.
    if (phase === 'failed') void this.#open(from, position)
  }

  /** Goes to another verse: 1 for the next one, -1 for the previous one. */
  step(by: 1 | -1): void {
    const start = stepTo(this.#state.get(), by)
    if (!start) return
    this.#isAsleep = false
    // The reader moved, so repetitions are counted from the new verse.
    this.#tell({ is: 'repeated', repeat: { ...this.#state.get().repeat, played: 0 } })
    this.#goTo(start)
  }

  #goTo(start: NonNullable<VerseStart>): void {
    if ('seconds' in start) return this.seek(start.seconds)
    this.#tell({ is: 'went', index: start.index })
    void this.#open(null)
  }

  /** Moves to a position, in seconds from the start of the recording. */
  seek(position: number): void {
    const { heard } = this.#sounds
    if (heard) heard.currentTime = position
    this.#tell({ is: 'moved', position, duration: this.#state.get().duration })
  }

  follow(following: boolean): void {
    this.#tell({ is: 'followed', following })
  }

  /** Notes the verses that the reader has chosen on the page. The sheet offers to repeat them. */
  choose(range: VerseRange | null): void {
    const isOfOneChapter = range && chapterOf(range.from) === chapterOf(range.to)
    this.#tell({ is: 'chosen', chosen: isOfOneChapter ? range : null })
  }

  /** Repeats a part from now on. A range that is not being played starts playing. */
  repeat({ of, range, times }: Pick<Repeat, 'of' | 'range' | 'times'>): void {
    this.#tell({ is: 'repeated', repeat: { of, range, times, played: 0 } })
    // The next recording may now be a different one.
    this.#dropAhead()
    const { recitation, phase } = this.#state.get()
    const verseKey = playedVerse(this.#state.get())
    const isElsewhere = range && !(verseKey && isIn(range, verseKey))
    if (isElsewhere && recitation) void this.play(recitation, chapterOf(range.from), range.from)
    else if (phase === 'playing') void this.#openAhead()
  }

  close(): void {
    this.#newCommand()
    this.sleep.set(null)
    this.#sounds.heard?.removeAttribute('src')
    this.#source?.release()
    this.#source = null
    this.#dropAhead()
    this.#tell({ is: 'closed' })
  }

  #events(): SoundEvents {
    return {
      moved: (position, duration) => this.#moved(position, duration),
      playing: () => {
        this.#tell({ is: 'played' })
        void this.#openAhead()
      },
      paused: () => this.#tell({ is: 'paused' }),
      ended: () => {
        const { tracks, index } = this.#state.get()
        this.#verseEnded(playedVerse(this.#state.get()), !tracks[index + 1])
      },
      failed: (url) => this.#fail(soundProblem(url, this.#source?.isKept === true)),
      isAtOther: (position) => isAtOtherWord(this.#state.get(), position),
      isOpening: () => this.#isOpening,
    }
  }

  #tell(event: PlayerEvent): void {
    this.#state.update(afterEvent(this.#state.get(), event))
  }

  #fail(problem: PlayerProblem): void {
    this.#tell({ is: 'failed', problem })
  }

  #newCommand(): number {
    this.#isOpening = true
    this.#sounds.heard?.pause()
    return ++this.#command
  }

  /**
   * Opens the current recording of the state and plays it: from `seconds`, or from `verseKey` if the recording contains
   * several verses, or else from its start.
   */
  async #open(verseKey: string | null, seconds = 0): Promise<void> {
    const { recitation, chapter, tracks, index } = this.#state.get()
    const ref = recitation && parseResourceKey(recitation)
    const track = tracks[index]
    if (!ref || !track) return
    const command = this.#newCommand()
    if (this.#ahead?.track === track && this.#sounds.isAheadUsable) return this.#playAhead(this.#ahead)
    this.#dropAhead()
    if (!this.#recordings) return this.#fail({ is: 'not_set_up' })
    let source: RecordingSource | undefined
    try {
      const recordings = await this.#recordings()
      source = await recordings.source(ref, track.file ?? chapter, { online: true })
    } catch (error) {
      if (command === this.#command) this.#fail(openingProblem(error))
      return
    }
    if (command !== this.#command) return source?.release()
    if (!source) return this.#fail({ is: 'nothing_here' })
    if (!source.isKept && !navigator.onLine) return this.#fail({ is: 'not_here' })
    const position = seconds || startOf(source, verseKey)
    this.#sounds.load(source.url, position)
    await this.#playOpened(source, position)
  }

  async #playOpened(source: RecordingSource, position: number): Promise<void> {
    this.#source?.release()
    this.#source = source
    this.#isOpening = false
    this.#tell({ is: 'opened', recording: source })
    this.#tell({ is: 'moved', position, duration: null })
    if (!this.#isAsleep) return this.#start()
    this.#isAsleep = false
    this.#tell({ is: 'paused' })
  }

  /** Does not wait before it plays: after a wait, a hidden page may not start to play again. */
  #playAhead({ source }: Ahead): Promise<void> {
    this.#ahead = null
    this.#sounds.changePlaces()
    return this.#playOpened(source, 0)
  }

  #dropAhead(): void {
    this.#sounds.dropAhead()
    this.#ahead?.source.release()
    this.#ahead = null
  }

  /**
   * Opens the recording after the current one. If that fails, it fails again when it is due, and only then is the reader
   * told.
   */
  async #openAhead(): Promise<void> {
    const state = this.#state.get()
    const { recitation, tracks, index } = state
    const ref = recitation && parseResourceKey(recitation)
    const { next } = this.#afterVerse(tracks[index]?.verseKey ?? null, !tracks[index + 1])
    const track = trackAfter(state, next)
    if (!ref || !track?.file || this.#ahead?.track === track || !this.#recordings) return
    const command = this.#command
    const source = await this.#recordings()
      .then((recordings) => recordings.source(ref, track.file!, { online: true }))
      .catch(() => undefined)
    if (!source) return
    if (command !== this.#command || this.#ahead || (!source.isKept && !navigator.onLine))
      return source.release()
    this.#ahead = { track, source }
    this.#sounds.loadAhead(source.url)
  }

  async #start(): Promise<void> {
    const command = this.#command
    try {
      await this.#sounds.heard?.play()
    } catch (error) {
      // An abort comes from the reader's next command. An address that fails has its own event.
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
      if (!isRefused || command !== this.#command) return
      if (this.#source && this.#sounds.loadInFirst(this.#source.url)) return this.#start()
      this.#fail({ is: 'press_play' })
    }
  }

  #moved(position: number, duration: number | null): void {
    const ended = verseEnded(this.#state.get(), position)
    const isAgain = ended !== null && this.#verseEnded(ended, false)
    if (!isAgain) this.#tell({ is: 'moved', position, duration })
  }

  #afterVerse(verseKey: string | null, isLast: boolean) {
    const { chapter, repeat } = this.#state.get()
    const sleeps = this.sleep.state.get().choice === 'chapter'
    const { playsOn } = this.#settings.get()
    return afterVerse({ chapter, verseKey, isLast }, repeat, { sleeps, playsOn })
  }

  /** Does what comes after a verse. Returns whether that moves playback away from the current position of the sound. */
  #verseEnded(verseKey: string | null, isLast: boolean): boolean {
    const { next, repeat } = this.#afterVerse(verseKey, isLast)
    this.#tell({ is: 'repeated', repeat })
    const { recitation, tracks, index } = this.#state.get()
    switch (next.is) {
      case 'again':
        this.#playAgain(placeOf(this.#state.get(), next.from))
        return true
      case 'next_verse':
        // A recording of several verses continues with the next one automatically.
        if (tracks[index + 1]) this.#goTo({ index: index + 1 })
        return false
      case 'chapter':
        if (recitation) void this.#playChapter(recitation, next.chapter, null)
        return true
      case 'pause':
        if (isLast && this.sleep.state.get().choice === 'chapter') this.sleep.set(null)
        this.#sounds.heard?.pause()
        this.#tell({ is: 'paused' })
        return false
    }
  }

  /** Keeps the open recording if it contains the start. */
  #playAgain(start: NonNullable<VerseStart>): void {
    if ('index' in start && start.index !== this.#state.get().index) return this.#goTo(start)
    this.seek('seconds' in start ? start.seconds : 0)
    void this.#start()
  }

  #fallAsleep(): void {
    this.#isAsleep = this.#isOpening
    if (!this.#isOpening) this.#sounds.heard?.pause()
  }
}
