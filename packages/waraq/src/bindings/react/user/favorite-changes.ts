import { ObservableValue } from '../../../client/observable.ts'
import type { UserData } from '../../../user/api.ts'
import { chapterOf, marksQuery, peekMarks } from './use-marks.ts'

interface Wished {
  readonly on: boolean
}

/** Favorites that were wished for and are not in an answer yet, by verse key. What was wished last is shown. */
class FavoriteChanges extends ObservableValue<ReadonlyMap<string, Wished>> {
  readonly #user: UserData

  constructor(user: UserData) {
    super(new Map())
    this.#user = user
  }

  /** Wants the opposite of what is shown. Resolves once that is on the disk. */
  async toggle(verseKey: string): Promise<void> {
    const shown = this.get().get(verseKey)?.on ?? this.#isAnswered(verseKey)
    const wished: Wished = { on: !shown }
    this.set(new Map([...this.get(), [verseKey, wished]]))
    const forget = () => {
      if (this.get().get(verseKey) !== wished) return
      this.set(new Map([...this.get()].filter(([key]) => key !== verseKey)))
    }
    try {
      await this.#user.favorite(verseKey, wished.on)
    } catch (error) {
      forget()
      throw error
    }
    this.#onceAnswered(verseKey, wished.on, forget)
  }

  #isAnswered(verseKey: string): boolean {
    return peekMarks(this.#user, verseKey).favorite !== null
  }

  /** What is on the disk is in an answer a moment later, where a component follows the surah. */
  #onceAnswered(verseKey: string, on: boolean, done: () => void): void {
    const { source } = marksQuery(this.#user, chapterOf(verseKey))
    if (source.listeners === 0 || this.#isAnswered(verseKey) === on) return done()
    const end = source.subscribe(() => {
      end()
      done()
    })
  }
}

const ofUser = new WeakMap<UserData, FavoriteChanges>()

export function favoriteChanges(user: UserData): FavoriteChanges {
  const known = ofUser.get(user)
  if (known) return known
  const made = new FavoriteChanges(user)
  ofUser.set(user, made)
  return made
}
