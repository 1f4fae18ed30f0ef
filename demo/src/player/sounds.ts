/** What the player does with events of the element that is heard. */
export interface SoundEvents {
  /** Called when the position or the duration changed, both in seconds. The duration is null until it is known. */
  moved(position: number, duration: number | null): void
  playing(): void
  /** Called for a pause, but not at the end of a recording. */
  paused(): void
  ended(): void
  failed(url: string): void
  /** Whether the page shows something else at this second than at the position that it knows. */
  isAtOther(position: number): boolean
  /** While another recording is being opened, events belong to the previous one. */
  isOpening(): boolean
}

/**
 * The two audio elements of the page. One is heard, and the other one loads the next recording. They swap with each
 * recording.
 */
export class Sounds {
  readonly #events: SoundEvents
  #speed: number
  #heard: HTMLAudioElement | null = null
  #spare: HTMLAudioElement | null = null
  #first: HTMLAudioElement | null = null

  constructor(events: SoundEvents, speed: number) {
    this.#events = events
    this.#speed = speed
  }

  get heard(): HTMLAudioElement | null {
    return this.#heard
  }

  get isAheadUsable(): boolean {
    return !this.#spare?.error
  }

  setSpeed(speed: number): void {
    this.#speed = speed
    for (const sound of [this.#heard, this.#spare]) if (sound) this.#applySpeed(sound)
  }

  load(url: string, position: number): void {
    this.#heard ??= this.#newSound()
    this.#heard.src = url
    this.#heard.currentTime = position
  }

  loadAhead(url: string): void {
    this.#spare ??= this.#newSound()
    this.#spare.src = url
  }

  /** Plays the recording that was loaded ahead from now on. */
  changePlaces(): void {
    ;[this.#heard, this.#spare] = [this.#spare, this.#heard]
  }

  dropAhead(): void {
    this.#spare?.removeAttribute('src')
  }

  /**
   * Loads an address in the first element. Some browsers only let an element play automatically if a press has played it
   * before, as with the first one. Returns whether that is another element than the current one.
   */
  loadInFirst(url: string): boolean {
    if (!this.#heard || this.#heard === this.#first || !this.#first) return false
    ;[this.#heard, this.#spare] = [this.#first, this.#heard]
    this.#heard.src = url
    return true
  }

  #applySpeed(sound: HTMLAudioElement): void {
    sound.preservesPitch = true
    // A new address resets an element to its default rate.
    sound.defaultPlaybackRate = sound.playbackRate = this.#speed
  }

  #newSound(): HTMLAudioElement {
    const sound = new Audio()
    const events = this.#events
    this.#first ??= sound
    this.#applySpeed(sound)
    const on = (names: readonly string[], listener: () => void) => {
      for (const name of names)
        sound.addEventListener(name, () => events.isOpening() || sound !== this.#heard || listener())
    }
    const moved = () => {
      const { currentTime, duration } = sound
      events.moved(currentTime, Number.isFinite(duration) ? duration : null)
    }
    // Browsers report the time four times a second; many words are shorter.
    let frame = 0
    const followWords = () => {
      cancelAnimationFrame(frame)
      if (events.isOpening() || sound.paused) return
      if (events.isAtOther(sound.currentTime)) moved()
      frame = requestAnimationFrame(followWords)
    }
    on(['timeupdate', 'durationchange', 'seeked'], moved)
    on(['playing'], () => {
      events.playing()
      followWords()
    })
    // A recording also fires `pause` at its end.
    on(['pause'], () => sound.ended || events.paused())
    // A repeated recording may have been moved back just before.
    on(['ended'], () => sound.ended && events.ended())
    on(['error'], () => events.failed(sound.src))
    return sound
  }
}
