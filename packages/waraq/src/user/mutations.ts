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
  type Entity,
  type ReadingBookmark,
  type Value,
} from './model/entity.ts'
import type { Intended } from './store/intents.ts'
import { mutationsOfHighlight, shownOf, type UserMutation, notKept } from './store/mutate.ts'
import { collectionsOf, keyOfName } from './store/collections.ts'
import type { UserDatabase } from './store/database.ts'
import { mutationsBack, replacedBy, type Replaced } from './store/undo.ts'

/** The dependencies of `Mutations` on the open user data. */
export interface MutationDependencies {
  /**
   * Writes the mutations to the data that is shown at that time, all or nothing. `intended`: what they are, so that the next
   * page writes them if this one ends before.
   */
  mutate(
    mutations: (db: UserDatabase) => Promise<readonly UserMutation[]>,
    intended?: Intended,
  ): Promise<void>
  /** The data that is currently shown. */
  data(): Promise<AccountData>
  now(): number
  readonly noteLimits: NoteLimits
  readonly mushafId: MushafId
}

/** The mutations of a person. Each is checked, and written as one transaction. `UserData` documents them. */
export abstract class Mutations {
  protected abstract readonly parts: MutationDependencies

  async favorite(verseKey: string, on = true): Promise<Undo> {
    return this.#set(memberOf(favoritesKey, checkVerse(verseKey)), on)
  }

  async highlight(verseKey: string, color: HighlightColor | null): Promise<Undo> {
    const target = checkVerse(verseKey)
    const checked = checkColor(color)
    if (!(await (await this.parts.data()).hasFeed())) throw needsFeed('Highlights')
    return this.#mutate(async () => mutationsOfHighlight(target, checked))
  }

  /** Resolves with the function that takes the mutations back. */
  async #mutate(
    mutations: (db: UserDatabase) => Promise<readonly UserMutation[]>,
    intended?: Intended,
  ): Promise<Undo> {
    let done: { readonly of: string; readonly all: readonly Replaced[] } | undefined
    await this.parts.mutate(async (db) => {
      const all = await mutations(db)
      done = { of: db.name, all: await replacedBy(db, all) }
      return all
    }, intended)
    // If another account is shown since, or another page has written it, there is nothing to take back.
    return () => this.parts.mutate(async (db) => (db.name === done?.of ? mutationsBack(db, done.all) : []))
  }

  /** Sets whether an entity exists. */
  #set(entity: Entity, on: boolean): Promise<Undo> {
    const intended = { entity, desired: on ? (true as const) : null }
    return this.#mutate(async () => [intended], intended)
  }

  /** Changes an entity that has to exist. */
  #change(
    key: string,
    mutations: (shown: Value, db: UserDatabase) => Promise<readonly UserMutation[]>,
  ): Promise<Undo> {
    return this.#mutate(async (db) => {
      const shown = await shownOf(db, key)
      if (shown === null) throw notKept(key)
      return mutations(shown, db)
    })
  }

  readonly collections: UserData['collections'] = {
    create: async (name) => {
      const key = newKey('collection')
      const desired = { name: checkName(name) }
      await this.parts.mutate(async (db) => namedMutations(db, key, desired))
      return key
    },
    rename: async (key, name) => {
      const desired = { name: checkName(name) }
      return this.#change(key, (_, db) => namedMutations(db, key, desired))
    },
    delete: (key) => this.#change(key, async () => [{ entity: collectionKeyed(key), desired: null }]),
    add: async (key, place) => {
      const entity = memberOf(key, checkTarget(place))
      return this.#change(key, async () => [{ entity, desired: true }])
    },
    remove: async (key, place) => this.#set(memberOf(key, checkTarget(place)), false),
    set: async (place, keys) => {
      const target = checkTarget(place)
      return this.#mutate(async (db) => {
        const known = await collectionsOf(db)
        for (const key of keys) if (!known.has(key)) throw notKept(key)
        return [...known.keys()].map((key) => ({
          entity: memberOf(key, target),
          desired: keys.includes(key) ? true : null,
        }))
      })
    },
  }

  readonly notes: UserData['notes'] = {
    limits: () => this.parts.noteLimits,
    write: async (note) => {
      const key = newKey('note')
      const desired = checkNote(note, this.parts.noteLimits)
      await this.parts.mutate(async () => [{ entity: noteKeyed(key, desired.ranges), desired }])
      return key
    },
    edit: async (key, body) => {
      return this.#change(key, async (shown) => {
        const { ranges } = shown as NoteValue
        return [
          { entity: noteKeyed(key, ranges), desired: checkNote({ body, ranges }, this.parts.noteLimits) },
        ]
      })
    },
    delete: (key) =>
      this.#change(key, async (shown) => [
        { entity: noteKeyed(key, (shown as NoteValue).ranges), desired: null },
      ]),
  }

  async bookmark(place: Place, on = true): Promise<Undo> {
    const target = checkTarget(place)
    return this.#set(target.type === 'ayah' ? memberOf(favoritesKey, target) : bookmarkOf(target), on)
  }

  async setReadingBookmark(
    place: Place | null,
    { slot = 1, name }: { readonly slot?: ReadingSlot; readonly name?: string | null } = {},
  ): Promise<Undo> {
    const entity = readingIn(checkSlot(slot))
    const placed = place === null ? null : checkReading(place, name, this.parts.mushafId)
    if (slot !== 1 && !(await (await this.parts.data()).hasSlots()))
      throw needsFeed('Reading bookmarks besides slot 1')
    return this.#mutate(async (db) => {
      if (!placed || name !== undefined) return [{ entity, desired: placed }]
      const shown = (await shownOf(db, entity.key)) as ReadingBookmark | null
      return [{ entity, desired: { ...placed, name: shown?.name ?? null } }]
    })
  }

  async setLastRead(verseKey: string): Promise<Undo> {
    const { key: chapter, verseNumber: verse = 1 } = checkVerse(verseKey)
    return this.#mutate(async () => [{ entity: place, desired: { chapter, verse } }])
  }

  async logReadingTime(stretch: Parameters<UserData['logReadingTime']>[0]): Promise<void> {
    const desired = checkTime(stretch)
    const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions()
    const date = dayIn(zone, this.parts.now())
    const entity = stretchOf({ date, zone, mushafId: this.parts.mushafId }, crypto.randomUUID())
    await this.parts.mutate(async () => [{ entity, desired }])
  }

  async set(setting: Setting): Promise<Undo> {
    const { group, key, value } = checkSetting(setting)
    return this.#mutate(async () => [{ entity: settingOf({ group, key }), desired: { value } }])
  }
}

/** Names a collection. No two collections on a device may have the same name, because the service would merge them. */
async function namedMutations(
  db: UserDatabase,
  key: string,
  desired: { readonly name: string },
): Promise<UserMutation[]> {
  const other = await keyOfName(db, desired.name)
  if (other !== undefined && other !== key) refuse('There is a collection of this name.', 'name')
  return [{ entity: collectionKeyed(key), desired }]
}

/** The date in that time zone, such as `2026-11-25`. */
function dayIn(timeZone: string, now: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now)
}

/** Returns a key that is unique across devices. */
export function newKey(kind: 'collection' | 'note'): string {
  return `${kind}|new:${crypto.randomUUID()}`
}

/** The error of a mutation that only the feed can deliver. */
function needsFeed(what: string): WaraqError {
  return new WaraqError({
    code: 'insufficient_scope',
    message: `${what} go by the feed of user data alone, and this account has not allowed it, or its service has none. Nothing was kept. Have the client approved for the scope sync, let the user sign in with it, and give openUserData the feed.`,
    details: { scope: 'sync' },
  })
}
