import { parseResourceKey, type ResourceKey } from '@waraq/contract'
import type { ContentStore } from '@waraq/engine'
import { chapterAudio } from '@waraq/reader'
import { State, type Observable } from '../observable.ts'
import { audioAddress } from './audio-address.ts'
import { afterEvent, closedPlayer, tracksOf, type PlayerEvent, type PlayerState } from './player-state.ts'

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Plays recordings of chapters. One for the page, so that two never play at once. */
export class AudioPlayer {
  readonly #state = new State<PlayerState>(closedPlayer)
  readonly state: Observable<PlayerState> = this.#state
  readonly #store: ContentStore
  readonly #hosts: readonly string[]
  #sound: HTMLAudioElement | null = null
  /** Number of the latest command: results of older commands come too late. */
  #wish = 0

  /** `hosts` are the origins that the reader's settings admit recordings from. */
  constructor(store: ContentStore, hosts: readonly string[]) {
    this.#store = store
    this.#hosts = hosts
  }

  /** Plays a chapter from a verse on, or from its beginning. */
  async play(recitation: ResourceKey, chapter: number, verseKey: string | null = null): Promise<void> {
    const ref = parseResourceKey(recitation)
    if (!ref) return
    const wish = ++this.#wish
    this.#sound?.pause()
    this.#tell({ is: 'asked', recitation, chapter })
    const audio = await this.#store.view(chapterAudio(ref, chapter)).catch(() => undefined)
    if (wish !== this.#wish) return
    this.#tell({ is: 'found', tracks: tracksOf(audio), from: verseKey })
    if (this.#state.get().tracks.length > 0) this.#begin()
  }

  toggle(): void {
    const { phase } = this.#state.get()
    if (phase === 'playing') return this.#sound?.pause()
    if (phase === 'paused') return void this.#start()
    if (phase === 'failed') this.#begin()
  }

  /** Goes to another verse: 1 for the next one, -1 for the one before. */
  step(by: 1 | -1): void {
    this.go(this.#state.get().index + by)
  }

  go(index: number): void {
    if (!this.#state.get().tracks[index]) return
    this.#tell({ is: 'went', index })
    this.#begin()
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
    this.#wish++
    this.#sound?.pause()
    this.#sound?.removeAttribute('src')
    this.#tell({ is: 'closed' })
  }

  #tell(event: PlayerEvent): void {
    this.#state.update(afterEvent(this.#state.get(), event))
  }

  #begin(): void {
    const { tracks, index } = this.#state.get()
    const track = tracks[index]
    if (!track) return
    const address = audioAddress(track.url, this.#hosts)
    if (!('url' in address)) {
      const { problem } = address
      const host = 'host' in address ? address.host : ''
      return this.#tell({
        is: 'failed',
        problem: problem === 'not_set_up' ? { is: problem } : { is: problem, host },
      })
    }
    this.#sound ??= this.#newSound()
    this.#sound.src = address.url
    void this.#start()
  }

  async #start(): Promise<void> {
    const wish = this.#wish
    try {
      await this.#sound?.play()
    } catch (error) {
      // An abort comes from the reader's next command; a failed address has an event of its own.
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError'
      if (isRefused && wish === this.#wish) this.#tell({ is: 'failed', problem: { is: 'press_play' } })
    }
  }

  #newSound(): HTMLAudioElement {
    const sound = new Audio()
    const moved = () => {
      const { currentTime: position, duration } = sound
      this.#tell({ is: 'moved', position, duration: Number.isFinite(duration) ? duration : null })
    }
    for (const event of ['timeupdate', 'durationchange', 'seeked']) sound.addEventListener(event, moved)
    sound.addEventListener('playing', () => this.#tell({ is: 'played' }))
    sound.addEventListener('pause', () => {
      // A recording pauses at its end, too.
      if (!sound.ended) this.#tell({ is: 'paused' })
    })
    sound.addEventListener('ended', () => this.#ended())
    sound.addEventListener('error', () => {
      if (sound.hasAttribute('src'))
        this.#tell({ is: 'failed', problem: { is: 'unplayable', host: hostOf(sound.src) } })
    })
    return sound
  }

  #ended(): void {
    const { tracks, index } = this.#state.get()
    if (tracks[index + 1]) this.step(1)
    else this.#tell({ is: 'paused' })
  }
}
