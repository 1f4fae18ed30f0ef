import { ObservableValue } from '../../../client/observable.ts'
import type { Undo, UserData } from '../../../user/api.ts'
import { chapterOf, marksQuery, peekMarks } from './use-marks.ts'

interface RequestedFavorite {
  readonly on: boolean
}

/** Favorite changes that are not part of a result yet, by verse key. The latest change is shown. */
class FavoriteChanges extends ObservableValue<ReadonlyMap<string, RequestedFavorite>> {
  readonly #user: UserData

  constructor(user: UserData) {
    super(new Map())
    this.#user = user
  }

  /**
   * Changes a favorite to the opposite of what is shown. Resolves once the change is on the disk. While the data cannot be read,
   * the change is shown only once it is there: it will probably fail, and the browser may take seconds to report that.
   */
  async toggle(verseKey: string): Promise<Undo> {
    const { source } = marksQuery(this.#user, chapterOf(verseKey))
    const isUnreadable = () => source.get().error !== undefined
    const shown = this.get().get(verseKey)?.on ?? this.#isAnswered(verseKey)
    const requested: RequestedFavorite = { on: !shown }
    if (!isUnreadable()) this.set(new Map([...this.get(), [verseKey, requested]]))
    const forget = () => {
      if (this.get().get(verseKey) !== requested) return
      this.set(new Map([...this.get()].filter(([key]) => key !== verseKey)))
    }
    const endWatch = source.subscribe(() => {
      if (isUnreadable()) forget()
    })
    let undo: Undo
    try {
      undo = await this.#user.favorite(verseKey, requested.on)
    } catch (error) {
      forget()
      throw error
    } finally {
      endWatch()
      source.endLater()
    }
    this.#onceAnswered(verseKey, requested.on, forget)
    return undo
  }

  #isAnswered(verseKey: string): boolean {
    return peekMarks(this.#user, verseKey).favorite !== null
  }

  /** A change on the disk is part of a result a moment later, if a component follows the surah. */
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
