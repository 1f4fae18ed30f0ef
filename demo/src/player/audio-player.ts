import { parseResourceKey, type ResourceKey } from '@waraq/contract'
import type { ContentStore } from '@waraq/engine'
import { chapterAudio } from '@waraq/reader'
import type { Recordings, RecordingSource } from '@waraq/reader/recordings'
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

/** Plays recordings of chapters. One for the page, so that two never play at once. */
export class AudioPlayer {
  readonly #state = new State<PlayerState>(closedPlayer)
  readonly state: Observable<PlayerState> = this.#state
  readonly #store: ContentStore
  readonly #recordings: (() => Promise<Pick<Recordings, 'source'>>) | null
  #sound: HTMLAudioElement | null = null
  #source: RecordingSource | null = null
  /** Number of the latest command: results of older commands come too late. */
  #wish = 0
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
    const wish = this.#wishAnew()
    this.#tell({ is: 'asked', recitation, chapter })
    const audio = await this.#store.view(chapterAudio(ref, chapter)).catch(() => undefined)
    if (wish !== this.#wish) return
    this.#tell({ is: 'found', tracks: tracksOf(audio), from: verseKey })
    if (this.#state.get().tracks.length > 0) await this.#open(verseKey)
  }

  toggle(): void {
    const { phase } = this.#state.get()
    if (phase === 'playing') return this.#sound?.pause()
    if (phase === 'paused') return void this.#start()
    if (phase === 'failed') void this.#open(null)
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
    this.#wishAnew()
    this.#sound?.removeAttribute('src')
    this.#source?.release()
    this.#source = null
    this.#tell({ is: 'closed' })
  }

  #tell(event: PlayerEvent): void {
    this.#state.update(afterEvent(this.#state.get(), event))
  }

  #fail(problem: PlayerProblem): void {
    this.#tell({ is: 'failed', problem })
  }

  #wishAnew(): number {
    this.#isOpening = true
    this.#sound?.pause()
    return ++this.#wish
  }

  /** Opens the recording of the state, and plays it from a verse on where it has more than one. */
  async #open(verseKey: string | null): Promise<void> {
    const { recitation, chapter, tracks, index } = this.#state.get()
    const ref = recitation && parseResourceKey(recitation)
    const track = tracks[index]
    if (!ref || !track) return
    const wish = this.#wishAnew()
    if (!this.#recordings) return this.#fail({ is: 'not_set_up' })
    let source: RecordingSource | undefined
    try {
      const recordings = await this.#recordings()
      source = await recordings.source(ref, track.verseKey ?? chapter, { online: true })
    } catch (error) {
      if (wish === this.#wish) this.#fail(openingProblem(error))
      return
    }
    if (wish !== this.#wish) return source?.release()
    if (!source) return this.#fail({ is: 'nothing_here' })
    if (!source.isKept && !navigator.onLine) return this.#fail({ is: 'not_here' })
    this.#sound ??= this.#newSound()
    this.#sound.src = source.url
    this.#sound.currentTime = startOf(source, verseKey)
    this.#source?.release()
    this.#source = source
    this.#isOpening = false
    this.#tell({ is: 'opened', recording: source })
    await this.#start()
  }

  async #start(): Promise<void> {
    const wish = this.#wish
    try {
      await this.#sound?.play()
    } catch (error) {
      // An abort comes from the reader's next command; a failed address has an event of its own.
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
      if (isRefused && wish === this.#wish) this.#fail({ is: 'press_play' })
    }
  }

  #newSound(): HTMLAudioElement {
    const sound = new Audio()
    const on = (events: readonly string[], listener: () => void) => {
      for (const event of events) sound.addEventListener(event, () => this.#isOpening || listener())
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
