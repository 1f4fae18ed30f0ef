import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import type { ContentStore } from 'waraq'
import { chapterAudio } from 'waraq/quran'
import type { Recordings, RecordingSource } from 'waraq/files'
import { State, type Observable } from '../observable.ts'
import {
  afterEvent,
  closedPlayer,
  isAtOtherWord,
  startOf,
  stepTo,
  tracksOf,
  type PlayerEvent,
  type PlayerProblem,
  type PlayerState,
  type Track,
} from './player-state.ts'

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Why a recording could not be opened. */
function openingProblem(error: unknown): PlayerProblem {
  const { details } = error as { details?: { given?: unknown } }
  const given = details?.given
  return typeof given === 'string'
    ? { is: 'not_admitted', host: hostOf(given) }
    : { is: 'unplayable', host: location.host }
}

/** The next recording, which is opened while the one before it plays, so that no gap is heard between the two. */
interface Ahead {
  readonly track: Track
  readonly source: RecordingSource
}

/** Plays recordings of chapters. One for the page, so that two never play at once. */
export class AudioPlayer {
  readonly #state = new State<PlayerState>(closedPlayer)
  readonly state: Observable<PlayerState> = this.#state
  readonly #store: ContentStore
  readonly #recordings: (() => Promise<Pick<Recordings, 'source'>>) | null
  #sound: HTMLAudioElement | null = null
  /** Loads the next recording; the two change places with each. */
  #spare: HTMLAudioElement | null = null
  #first: HTMLAudioElement | null = null
  #source: RecordingSource | null = null
  #ahead: Ahead | null = null
  /** Number of the latest command: results of older commands come too late. */
  #command = 0
  /** While another recording is being opened, what the sound tells is of the one before. */
  #isOpening = false

  /** Without `recordings`, the reader's settings name no host of any. */
  constructor(store: ContentStore, recordings: (() => Promise<Pick<Recordings, 'source'>>) | null) {
    this.#store = store
    this.#recordings = recordings
  }

  /** Plays a chapter from a verse on, or from its beginning. */
  async play(recitation: ResourceKey, chapter: number, verseKey: string | null = null): Promise<void> {
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
    const { phase, position } = this.#state.get()
    if (phase === 'playing') return this.#sound?.pause()
    if (phase === 'paused') return void this.#start()
    // It goes on where it stopped, as after a loss of the network.
    if (phase === 'failed') void this.#open(null, position)
  }

  /** Goes to another verse: 1 for the next one, -1 for the one before. */
  step(by: 1 | -1): void {
    const start = stepTo(this.#state.get(), by)
    if (!start) return
    if ('seconds' in start) return this.seek(start.seconds)
    this.#tell({ is: 'went', index: start.index })
    void this.#open(null)
  }

  /** Seconds from the beginning of the recording. */
  seek(position: number): void {
    if (this.#sound) this.#sound.currentTime = position
    this.#tell({ is: 'moved', position, duration: this.#state.get().duration })
  }

  follow(following: boolean): void {
    this.#tell({ is: 'followed', following })
  }

  close(): void {
    this.#newCommand()
    this.#sound?.removeAttribute('src')
    this.#source?.release()
    this.#source = null
    this.#dropAhead()
    this.#tell({ is: 'closed' })
  }

  #tell(event: PlayerEvent): void {
    this.#state.update(afterEvent(this.#state.get(), event))
  }

  #fail(problem: PlayerProblem): void {
    this.#tell({ is: 'failed', problem })
  }

  #newCommand(): number {
    this.#isOpening = true
    this.#sound?.pause()
    return ++this.#command
  }

  /**
   * Opens the recording of the state, and plays it: from a second on, from a verse on where it has more than one, or from its
   * beginning.
   */
  async #open(verseKey: string | null, seconds = 0): Promise<void> {
    const { recitation, chapter, tracks, index } = this.#state.get()
    const ref = recitation && parseResourceKey(recitation)
    const track = tracks[index]
    if (!ref || !track) return
    const command = this.#newCommand()
    if (this.#ahead?.track === track && !this.#spare?.error) return this.#playAhead(this.#ahead)
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
    this.#sound ??= this.#newSound()
    this.#sound.src = source.url
    this.#sound.currentTime = seconds || startOf(source, verseKey)
    await this.#playOpened(source)
  }

  async #playOpened(source: RecordingSource): Promise<void> {
    this.#source?.release()
    this.#source = source
    this.#isOpening = false
    this.#tell({ is: 'opened', recording: source })
    await this.#start()
  }

  /** Without a wait: a page that is hidden may not begin to play again after one. */
  #playAhead({ source }: Ahead): Promise<void> {
    this.#ahead = null
    ;[this.#sound, this.#spare] = [this.#spare, this.#sound]
    return this.#playOpened(source)
  }

  #dropAhead(): void {
    this.#spare?.removeAttribute('src')
    this.#ahead?.source.release()
    this.#ahead = null
  }

  /** Opens the recording after the one that plays. Where that fails, it fails again in its turn, and then the reader is told. */
  async #openAhead(): Promise<void> {
    const { recitation, tracks, index } = this.#state.get()
    const ref = recitation && parseResourceKey(recitation)
    const track = tracks[index + 1]
    if (!ref || !track?.file || this.#ahead?.track === track || !this.#recordings) return
    const command = this.#command
    const source = await this.#recordings()
      .then((recordings) => recordings.source(ref, track.file!, { online: true }))
      .catch(() => undefined)
    if (!source) return
    if (command !== this.#command || this.#ahead || (!source.isKept && !navigator.onLine))
      return source.release()
    this.#ahead = { track, source }
    this.#spare ??= this.#newSound()
    this.#spare.src = source.url
  }

  async #start(): Promise<void> {
    const command = this.#command
    try {
      await this.#sound?.play()
    } catch (error) {
      // An abort comes from the reader's next command; a failed address has an event of its own.
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
      if (isRefused && command === this.#command && !this.#playsInOther()) this.#fail({ is: 'press_play' })
    }
  }

  /** Some browsers let only an element play by itself that a press has made play before: the first one. */
  #playsInOther(): boolean {
    if (!this.#source || !this.#sound || this.#sound === this.#first || !this.#first) return false
    ;[this.#sound, this.#spare] = [this.#first, this.#sound]
    this.#sound.src = this.#source.url
    void this.#start()
    return true
  }

  #newSound(): HTMLAudioElement {
    const sound = new Audio()
    this.#first ??= sound
    const on = (events: readonly string[], listener: () => void) => {
      for (const event of events)
        sound.addEventListener(event, () => this.#isOpening || sound !== this.#sound || listener())
    }
    const moved = () => {
      const { currentTime: position, duration } = sound
      this.#tell({ is: 'moved', position, duration: Number.isFinite(duration) ? duration : null })
    }
    // Browsers tell the time four times a second; many words are shorter.
    let frame = 0
    const followWords = () => {
      cancelAnimationFrame(frame)
      if (this.#isOpening || sound.paused) return
      if (isAtOtherWord(this.#state.get(), sound.currentTime)) moved()
      frame = requestAnimationFrame(followWords)
    }
    on(['timeupdate', 'durationchange', 'seeked'], moved)
    on(['playing'], () => {
      this.#tell({ is: 'played' })
      followWords()
      void this.#openAhead()
    })
    on(['pause'], () => {
      // A recording pauses at its end, too.
      if (!sound.ended) this.#tell({ is: 'paused' })
    })
    on(['ended'], () => this.#ended())
    on(['error'], () =>
      this.#fail(
        this.#source?.isKept ? { is: 'unplayable_here' } : { is: 'unplayable', host: hostOf(sound.src) },
      ),
    )
    return sound
  }

  #ended(): void {
    const { tracks, index } = this.#state.get()
    if (tracks[index + 1]) this.step(1)
    else this.#tell({ is: 'paused' })
  }
}
