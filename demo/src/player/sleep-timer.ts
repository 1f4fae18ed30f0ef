import { State, type Observable } from '../observable.ts'

/** Minutes after which the player pauses. */
export const sleepMinutes = [5, 15, 30, 60] as const

/** Minutes until the player pauses, or the end of the chapter. Null: the timer is off. */
export type SleepChoice = (typeof sleepMinutes)[number] | 'chapter' | null

export interface SleepState {
  readonly choice: SleepChoice
  /** End of the minutes, in milliseconds since the epoch. Null for other choices. */
  readonly at: number | null
}

const off: SleepState = { choice: null, at: null }

/** Counts down the minutes until the player pauses. The player itself knows when a chapter ends. */
export class SleepTimer {
  readonly #state = new State<SleepState>(off)
  readonly state: Observable<SleepState> = this.#state
  readonly #onOver: () => void
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(onOver: () => void) {
    this.#onOver = onOver
  }

  set(choice: SleepChoice): void {
    clearTimeout(this.#timer)
    if (typeof choice !== 'number') return this.#state.set({ choice, at: null })
    const ms = choice * 60_000
    this.#state.set({ choice, at: Date.now() + ms })
    this.#timer = setTimeout(() => {
      this.#state.set(off)
      this.#onOver()
    }, ms)
  }
}
