import { WaraqError } from '@waraq/protocol'
import type { HighlightColor, MushafId, ReadingSlot } from '@waraq/protocol/user'
import type { AccountData } from './account-data.ts'
import type { Undo, UserData } from './api.ts'
import {
  checkColor,
  checkName,
  checkNote,
  checkReading,
  checkSetting,
  checkSlot,
  checkTarget,
  checkTime,
  checkVerse,
  refuse,
  type NoteLimits,
  type Place,
  type Setting,
} from './arguments.ts'
import {
  bookmarkOf,
  collectionKeyed,
  favoritesKey,
  memberOf,
  noteKeyed,
  place,
  readingIn,
  settingOf,
  stretchOf,
  type NoteValue,
  type ReadingBookmark,
  type Target,
  type Value,
} from './model/entity.ts'
import { actsOfHighlight, shownOf, type Act, notKept } from './store/acts.ts'
import { collectionsOf, keyOfName } from './store/collections.ts'
import type { UserDatabase } from './store/database.ts'
import { actsBack, replacedBy, type Replaced } from './store/undo.ts'

/** What mutations need of the user data that is open. */
export interface MutationParts {
  /** Writes these, all or nothing, to the data that is shown then. */
  act(acts: (db: UserDatabase) => Promise<readonly Act[]>): Promise<void>
  /** The data that is shown. */
  data(): Promise<AccountData>
  now(): number
  readonly noteLimits: NoteLimits
  readonly mushafId: MushafId
}

/** What a person may do: each is checked, and written as one transaction. `UserData` says what they are. */
export abstract class Mutations {
  protected abstract readonly parts: MutationParts

  async favorite(verseKey: string, on = true): Promise<Undo> {
    return this.#member(favoritesKey, checkVerse(verseKey), on)
  }

  async highlight(verseKey: string, color: HighlightColor | null): Promise<Undo> {
    const target = checkVerse(verseKey)
    const checked = checkColor(color)
    if (!(await (await this.parts.data()).hasFeed())) throw needsFeed('Highlights')
    return this.#act(async () => actsOfHighlight(target, checked))
  }

  /** Resolves with what takes these back. */
  async #act(acts: (db: UserDatabase) => Promise<readonly Act[]>): Promise<Undo> {
    let done: { readonly of: string; readonly all: readonly Replaced[] } | undefined
    await this.parts.act(async (db) => {
      const wanted = await acts(db)
      done = { of: db.name, all: await replacedBy(db, wanted) }
      return wanted
    })
    // Another account is shown since: it has nothing to take back.
    return () => this.parts.act(async (db) => (db.name === done!.of ? actsBack(db, done!.all) : []))
  }

  #member(owner: string, target: Target, on: boolean): Promise<Undo> {
    return this.#act(async () => [{ entity: memberOf(owner, target), want: on ? true : null }])
  }

  /** A change of what must be there. */
  #change(key: string, acts: (shown: Value, db: UserDatabase) => Promise<readonly Act[]>): Promise<Undo> {
    return this.#act(async (db) => {
      const shown = await shownOf(db, key)
      if (shown === null) throw notKept(key)
      return acts(shown, db)
    })
  }

  readonly collections: UserData['collections'] = {
    create: async (name) => {
      const key = newKey('collection')
      const want = { name: checkName(name) }
      await this.parts.act(async (db) => namedActs(db, key, want))
      return key
    },
    rename: async (key, name) => {
      const want = { name: checkName(name) }
      return this.#change(key, (_, db) => namedActs(db, key, want))
    },
    delete: (key) => this.#change(key, async () => [{ entity: collectionKeyed(key), want: null }]),
    add: async (key, place) => {
      const entity = memberOf(key, checkTarget(place))
      return this.#change(key, async () => [{ entity, want: true }])
    },
    remove: async (key, place) => this.#member(key, checkTarget(place), false),
    set: async (place, keys) => {
      const target = checkTarget(place)
      return this.#act(async (db) => {
        const known = await collectionsOf(db)
        for (const key of keys) if (!known.has(key)) throw notKept(key)
        return [...known.keys()].map((key) => ({
          entity: memberOf(key, target),
          want: keys.includes(key) ? true : null,
        }))
      })
    },
  }

  readonly notes: UserData['notes'] = {
    limits: () => this.parts.noteLimits,
    write: async (note) => {
      const key = newKey('note')
      const want = checkNote(note, this.parts.noteLimits)
      await this.parts.act(async () => [{ entity: noteKeyed(key, want.ranges), want }])
      return key
    },
    edit: async (key, body) => {
      return this.#change(key, async (shown) => {
        const { ranges } = shown as NoteValue
        return [{ entity: noteKeyed(key, ranges), want: checkNote({ body, ranges }, this.parts.noteLimits) }]
      })
    },
    delete: (key) =>
      this.#change(key, async (shown) => [
        { entity: noteKeyed(key, (shown as NoteValue).ranges), want: null },
      ]),
  }

  async bookmark(place: Place, on = true): Promise<Undo> {
    const target = checkTarget(place)
    if (target.type === 'ayah') return this.#member(favoritesKey, target, on)
    return this.#act(async () => [{ entity: bookmarkOf(target), want: on ? true : null }])
  }

  async setReadingBookmark(
    place: Place | null,
    { slot = 1, name }: { readonly slot?: ReadingSlot; readonly name?: string | null } = {},
  ): Promise<Undo> {
    const entity = readingIn(checkSlot(slot))
    const placed = place === null ? null : checkReading(place, name, this.parts.mushafId)
    if (slot !== 1 && !(await (await this.parts.data()).hasSlots()))
      throw needsFeed('Reading bookmarks besides slot 1')
    return this.#act(async (db) => {
      if (!placed || name !== undefined) return [{ entity, want: placed }]
      const shown = (await shownOf(db, entity.key)) as ReadingBookmark | null
      return [{ entity, want: { ...placed, name: shown?.name ?? null } }]
    })
  }

  async setLastRead(verseKey: string): Promise<Undo> {
    const { key: chapter, verseNumber: verse = 1 } = checkVerse(verseKey)
    return this.#act(async () => [{ entity: place, want: { chapter, verse } }])
  }

  async logReadingTime(stretch: Parameters<UserData['logReadingTime']>[0]): Promise<void> {
    const want = checkTime(stretch)
    const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
    const date = dayIn(zone, this.parts.now())
    const entity = stretchOf({ date, zone, mushafId: this.parts.mushafId }, crypto.randomUUID())
    await this.parts.act(async () => [{ entity, want }])
  }

  async set(setting: Setting): Promise<Undo> {
    const { group, key, value } = checkSetting(setting)
    return this.#act(async () => [{ entity: settingOf({ group, key }), want: { value } }])
  }
}

/** A collection gets this name. On one device no two have the same: the service would make them one. */
async function namedActs(db: UserDatabase, key: string, want: { readonly name: string }): Promise<Act[]> {
  const other = await keyOfName(db, want.name)
  if (other !== undefined && other !== key) refuse('There is a collection of this name.', 'name')
  return [{ entity: collectionKeyed(key), want }]
}

/** The date there, such as `2026-11-25`. */
function dayIn(timeZone: string, now: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)
}

/** No two devices make the same. */
export function newKey(kind: 'collection' | 'note'): string {
  return `${kind}|new:${crypto.randomUUID()}`
}

/** `what` goes by the feed alone. */
function needsFeed(what: string): WaraqError {
  return new WaraqError({
    code: 'insufficient_scope',
    message: `${what} go by the feed of user data alone, and this account has not allowed it, or its service has none. Nothing was kept. Have the client approved for the scope sync, let the user sign in with it, and give openUserData the feed.`,
    details: { scope: 'sync' },
  })
}
