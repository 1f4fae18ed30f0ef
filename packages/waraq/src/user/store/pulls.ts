import {
  favoritesCollectionId,
  highlightCollectionName,
  highlightColorOf,
  parseVerseRange,
} from '@waraq/protocol/user'
import {
  bookmarkOf,
  collectionKeyed,
  entityOf,
  favoritesKey,
  isSame,
  isSamePlace,
  memberOf,
  namedAs,
  noteKeyed,
  place,
  readingIn,
  slotOf,
  without,
  type Entity,
  type ReadingBookmark,
  type Target,
  type Value,
} from '../model/entity.ts'
import { timeKept, toldAt } from '../model/created-at.ts'
import { formsAfter, hasSlots, type ReadingForms } from '../model/reading-forms.ts'
import type { Row, PendingChange } from '../model/records.ts'
import { latestOf, sessionsMissed, sessionsWith, type ReadingSession } from '../model/reading-sessions.ts'
import type { Pulled, Told } from '../model/told.ts'
import { cursorAfter } from './feed-cursor.ts'
import type { Outbox } from './outbox.ts'

/**
 * Stores what a pull told, and moves the cursor, in one transaction: a pull alone moves it, and only if its pages agree. A state
 * that is older than the one that is stored changes nothing, so a pull that is stored twice changes nothing the second time.
 * What a pull of everything does not tell is gone only if a second one agrees; `covers` says what it would have told. A row that
 * cannot be read may be any of these, so that nothing is missing then; it is noted with the cursor, which goes on.
 * @returns whether it did not tell something for the first time, so that another look is worth it
 */
export async function storePull(
  outbox: Outbox,
  pulled: Pulled,
  since: number,
  covers: (entity: Entity) => boolean,
  now: number,
): Promise<boolean> {
  const { db } = outbox
  const { told, agrees, unreadable } = pulled
  let isDoubted = false
  await outbox.write(async () => {
    const [feed, clock] = await Promise.all([db.feed(), db.clock()])
    const isWhole = since === 0 && agrees
    if (told.length > 0 || isWhole) {
      const [rows, allPending] = await Promise.all([
        db.rows.toArray(),
        db.pending.where('kind').anyOf('collection', 'note', 'member', 'bookmark').toArray(),
      ])
      const isInSlots = formsAfter(feed?.reading, pulled.reading).slots === 'told'
      // Those that operations listed are by their arrival.
      const sessions = feed && rows.find(({ key }) => key === place.key)?.sessions
      const pull = new Pull(rows, allPending, clock.tick + 1, isInSlots, sessions)
      pull.apply(told)
      if (isWhole && unreadable.length === 0) isDoubted = pull.miss(covers, pulled.reading)
      const { puts, deletes } = pull.writes()
      if (puts.length > 0)
        await Promise.all([db.rows.bulkPut(puts), db.meta.put({ ...clock, tick: clock.tick + 1 })])
      await db.rows.bulkDelete(deletes)
    }
    const next = cursorAfter(feed, pulled, isWhole, now)
    if (next) await db.meta.put(next)
  })
  return isDoubted
}

const sessionName = ({ id }: Pick<ReadingSession, 'id'>) => `${place.key}|${id}`

/** The rows of an account while what a pull told is applied to them. */
class Pull {
  readonly #rows: Map<string, Row>
  /** Of collections and notes. */
  readonly #allPending: readonly PendingChange[]
  /** When a person wanted a thing there, by its key. */
  readonly #wantedAt: ReadonlyMap<string, number>
  readonly #tick: number
  /** Whether the service tells reading bookmarks in slots, too. */
  readonly #isInSlots: boolean
  /** What the pull told of. */
  readonly #named = new Set<string>()
  readonly #changed = new Set<string>()
  /** By the service's ids. */
  readonly #targets = new Map<string, Target>()
  readonly #keys = new Map<string, string>()
  readonly #members = new Map<string, Map<string, Row>>()
  #sessions: readonly ReadingSession[]

  constructor(
    rows: readonly Row[],
    allPending: readonly PendingChange[],
    tick: number,
    isInSlots: boolean,
    sessions: readonly ReadingSession[] = [],
  ) {
    this.#rows = new Map(rows.map((row) => [row.key, row]))
    this.#allPending = allPending.filter(({ kind }) => kind === 'collection' || kind === 'note')
    this.#wantedAt = new Map(
      allPending.flatMap(({ key, createdAt }) => (createdAt === undefined ? [] : [[key, createdAt]])),
    )
    this.#tick = tick
    this.#isInSlots = isInSlots
    this.#sessions = sessions
    for (const { kind, id, key, target } of rows) {
      if (id === undefined) continue
      if (kind === 'bookmark') this.#targets.set(id, target!)
      else this.#keys.set(`${kind}|${id}`, key)
    }
    for (const row of rows) if (row.kind === 'member') this.#noteMember(row)
  }

  apply(told: readonly Told[]): void {
    // A row may refer to one that changed later.
    for (const each of told) {
      if (each.what === 'bookmark' && each.is) this.#targets.set(each.id, each.is.target)
      if (each.what !== 'member' || each.collectionId === undefined) continue
      if (each.target && each.bookmarkId !== undefined) this.#targets.set(each.bookmarkId, each.target)
    }
    this.#recognise(told)
    for (const each of told) this.#applyOne(each)
    this.#place()
  }

  #applyOne(told: Told): void {
    const { at } = told
    switch (told.what) {
      case 'bookmark':
        return told.is ? this.#bookmark(told.id, told.is, at) : this.#noBookmark(told.id, at)
      case 'collection': {
        const key = this.#keys.get(`collection|${told.id}`)
        if (!told.is)
          return this.#rows.get(key ?? '')?.id === told.id ? this.#noCollection(key!, at) : undefined
        if (told.is.of === 'system' && key === undefined) return
        // Favorites and highlights are no list of a person: their row has their id alone.
        const value = told.is.of === 'person' ? { name: told.is.name } : null
        const entity = collectionKeyed(key ?? `collection|${told.id}`)
        return this.#put(entity, value, at, told.id, undefined, toldAt(told))
      }
      case 'member': {
        const ends = told.collectionId === undefined ? this.#endsOf(told.id) : told
        if (!ends) return
        const { collectionId, bookmarkId } = ends
        const target = ends.target ?? (bookmarkId === undefined ? undefined : this.#targets.get(bookmarkId))
        if (!target) return
        const { is } = told
        this.#put(memberOf(this.#ownerOf(collectionId), target), is ? true : null, at)
        const mark = this.#rows.get(bookmarkOf(target).key)
        if (is && bookmarkId !== undefined) this.#mark(bookmarkId, target, Math.max(at, mark?.at ?? 0))
        else if (mark?.id !== undefined) this.#mark(mark.id, target, Math.max(at, mark.at ?? 0))
        return
      }
      case 'note': {
        const key = this.#keys.get(`note|${told.id}`)
        if (told.is) {
          const ranges = told.is.ranges.filter((range) => parseVerseRange(range))
          const entity = noteKeyed(key ?? `note|${told.id}`, ranges)
          return this.#put(entity, told.is, at, told.id, undefined, toldAt(told))
        }
        const row = key === undefined ? undefined : this.#rows.get(key)
        if (row) this.#put(entityOf(row), null, at)
        return
      }
      case 'reading': {
        const { id, slot, is } = told
        // Of one that is gone its id alone is told.
        const key = slot ? readingIn(slot).key : this.#keys.get(`reading|${id}`)
        if (key === undefined) return
        const reading = readingIn(slotOf({ key }))
        return slot ? this.#put(reading, is, at, id) : this.#unplace(reading, at)
      }
      case 'place':
        this.#sessions = sessionsWith(this.#sessions, { id: told.id, at, value: told.is })
        this.#named.add(sessionName(told))
        return
    }
  }

  /** Of a member that is known here, by its id alone: `<collectionId>-<bookmarkId>`, both of which may have dashes of their own. */
  #endsOf(
    id: string,
  ): { readonly collectionId: string; readonly bookmarkId: string; readonly target: Target } | undefined {
    for (let dash = id.indexOf('-'); dash >= 0; dash = id.indexOf('-', dash + 1)) {
      const [collectionId, bookmarkId] = [id.slice(0, dash), id.slice(dash + 1)]
      const target = this.#targets.get(bookmarkId)
      if (target && this.#rows.has(memberOf(this.#ownerOf(collectionId), target).key))
        return { collectionId, bookmarkId, target }
    }
    return undefined
  }

  #bookmark(
    id: string,
    {
      target,
      isReading,
      isFavorite,
      actedAt,
      mushafId,
    }: Exclude<Extract<Told, { what: 'bookmark' }>['is'], null>,
    at: number,
  ): void {
    if (isReading !== undefined) {
      const page = mushafId !== undefined && { mushafId }
      this.#flag({ name: null, target, ...page }, isReading, at, actedAt)
    }
    if (isFavorite !== undefined) this.#put(memberOf(favoritesKey, target), isFavorite ? true : null, at)
    this.#mark(id, target, at, isReading)
  }

  /**
   * The old form of the first reading bookmark. A flag that is told once more, because its bookmark has changed in something else,
   * is no news. Where no slot tells it, too, it is where the service has it, whatever a client's clock said of the act.
   */
  #flag(there: ReadingBookmark, isReading: boolean, arrivedAt: number, acted = arrivedAt): void {
    const reading = readingIn(1)
    const row = this.#rows.get(reading.key)
    const mark = this.#rows.get(bookmarkOf(there.target).key)
    const former = (row?.value ?? null) as ReadingBookmark | null
    const isHere = former !== null && isSamePlace(former.target, there.target)
    if (isReading && isHere) this.#named.add(reading.key)
    if (isReading === (mark?.isReading ?? false) || arrivedAt < (mark?.at ?? 0)) return
    const actedAt = this.#isInSlots ? acted : Math.max(acted, row?.at ?? 0)
    if (isReading) this.#put(reading, namedAs(there, former), actedAt, row?.id)
    else if (isHere) this.#unplace(reading, actedAt, row?.id)
  }

  /** When a person took it away is not told, only when that arrived. So each act after the one that it ends counts. */
  #unplace(reading: Entity, arrivedAt: number, id?: string): void {
    const placedAt = this.#rows.get(reading.key)?.at ?? 0
    this.#put(reading, null, Math.min(arrivedAt, placedAt), id)
  }

  /** What was set to the bookmark goes with it. */
  #noBookmark(id: string, at: number): void {
    const target = this.#targets.get(id)
    const mark = target && this.#rows.get(bookmarkOf(target).key)
    if (!target || mark?.id !== id) return
    this.#flag({ name: null, target }, false, at)
    for (const row of this.#members.get(bookmarkOf(target).key)?.values() ?? [])
      this.#put(entityOf(row), null, at)
    this.#put(bookmarkOf(target), null, at)
  }

  /**
   * The row of the bookmark of a place has its id, whatever it is for. It counts as marked by itself where no collection has it;
   * verses are not marked by themselves, nor is a page that became known as one that is read.
   */
  #mark(id: string, target: Target, at: number, told?: boolean): void {
    const mark = bookmarkOf(target)
    const former = this.#rows.get(mark.key)
    const isReading = told ?? former?.isReading ?? false
    const isOwn = target.type !== 'ayah' && !(isReading && !former?.value)
    const isMember = [...(this.#members.get(mark.key)?.values() ?? [])].some(({ value }) => value !== null)
    this.#put(mark, isOwn && !isMember ? true : null, at, id, isReading || undefined)
  }

  #noCollection(key: string, at: number): void {
    this.#put(collectionKeyed(key), null, at)
    const gone = this.#rows.get(key)
    if (gone?.value !== null || gone.id !== undefined) return
    for (const row of this.#rows.values())
      if (row.owner === key) {
        this.#rows.delete(row.key)
        this.#changed.add(row.key)
        this.#members.get(bookmarkOf(row.target!).key)?.delete(row.key)
      }
  }

  #ownerOf(collectionId: string): string {
    if (collectionId === favoritesCollectionId) return favoritesKey
    if (highlightColorOf(collectionId)) return collectionId
    return this.#keys.get(`collection|${collectionId}`) ?? `collection|${collectionId}`
  }

  #noteMember(row: Row): void {
    const at = bookmarkOf(row.target!).key
    const all = this.#members.get(at) ?? new Map<string, Row>()
    this.#members.set(at, all.set(row.key, row))
  }

  /**
   * Finds keys for what has none yet: what this device made keeps its key. It is recognised by the time that was sent with it,
   * or by its content where the service tells none; collections also by their name, so that one of two devices is one.
   */
  #recognise(told: readonly Told[]): void {
    const made = told.flatMap((each) =>
      (each.what === 'collection' || each.what === 'note') &&
      each.is &&
      !this.#keys.has(`${each.what}|${each.id}`)
        ? [each]
        : [],
    )
    for (const each of made) {
      if (each.what !== 'collection') continue
      const { of, name } = each.is!
      // Highlights are known by their names; an earlier form had these as ids.
      const color = highlightColorOf(name) ?? highlightColorOf(each.id)
      if (of === 'favorites') this.#keys.set(`collection|${each.id}`, favoritesKey)
      if (of === 'system' && color) this.#keys.set(`collection|${each.id}`, highlightCollectionName(color))
    }
    const waiting = new Set(this.#allPending.filter(({ key }) => this.#rows.get(key)?.id === undefined))
    const take = (isOwn: (pending: PendingChange, each: (typeof made)[number], value: Value) => boolean) => {
      for (const each of made) {
        if (this.#keys.has(`${each.what}|${each.id}`)) continue
        if (each.what === 'collection' && each.is!.of !== 'person') continue
        const value: Value = each.what === 'note' ? each.is! : { name: each.is!.name }
        const own = [...waiting].find((pending) => pending.kind === each.what && isOwn(pending, each, value))
        if (!own) continue
        waiting.delete(own)
        this.#keys.set(`${each.what}|${each.id}`, own.key)
      }
    }
    const isSent = ({ sent }: PendingChange, value: Value) => sent !== undefined && isSame(sent.want, value)
    // What is blocked may have been under way when it was refused.
    const pushed = ({ sent, blocked, at, want }: PendingChange) => {
      if (blocked) return { at, want }
      return sent?.head === undefined ? undefined : sent
    }
    take((pending, each, value) => {
      const push = pushed(pending)
      if (push === undefined || push.at !== each.made?.at) return false
      return each.made.isChanged || isSame(push.want, value)
    })
    take((pending, each, value) => each.made?.at === undefined && isSent(pending, value))
    take((pending, each, value) => each.what === 'collection' && isSame(pending.want, value))
  }

  /** The place is that of the latest session, by the time of the act. */
  #place(): void {
    const row = this.#rows.get(place.key)
    if (this.#sessions.length === 0 || this.#sessions === row?.sessions) return
    const { id, at, value = null } = latestOf(this.#sessions) ?? {}
    const isKnown = row && isSame(row.value, value) && row.id === id && row.at === at
    this.#set({
      ...(isKnown ? row : place),
      value,
      tick: isKnown ? row.tick : this.#tick,
      ...(at !== undefined && { at }),
      ...(id !== undefined && { id }),
      sessions: this.#sessions,
    })
  }

  #put(
    entity: Entity,
    value: Value | null,
    at: number,
    id?: string,
    isReading?: true | undefined,
    madeAt: number | null = at,
  ): void {
    const { key } = entity
    this.#named.add(key)
    const row = this.#rows.get(key)
    if (at < (row?.at ?? 0) || (!row && value === null && id === undefined)) return
    const isKnown =
      row &&
      isSame(row.value, value) &&
      row.id === id &&
      row.missed === undefined &&
      row.isReading === isReading
    if (isKnown && row.at === at) return
    const last = value === null ? (row?.value ?? row?.last) : undefined
    // What a person did here without a network is told as of when it arrived.
    const wantedAt = this.#wantedAt.get(key)
    const createdAt = Math.min(madeAt ?? Infinity, wantedAt ?? Infinity)
    this.#set({
      ...entity,
      value,
      at,
      ...(value !== null && timeKept(entity, row, createdAt < Infinity ? createdAt : undefined)),
      tick: isKnown ? row.tick : this.#tick,
      ...(id !== undefined && { id }),
      ...(isReading && { isReading }),
      ...(row?.state !== undefined && { state: row.state }),
      ...(last && { last }),
      ...(isKnown && row.broughtAt !== undefined && { broughtAt: row.broughtAt }),
    })
  }

  #set(row: Row): void {
    this.#rows.set(row.key, row)
    this.#changed.add(row.key)
    if (row.kind === 'member') this.#noteMember(row)
  }

  /** Everything was told: what was not is missing. Returns whether anything is missing for the first time. */
  miss(covers: (entity: Entity) => boolean, forms: ReadingForms): boolean {
    let isDoubted = false
    for (const known of this.#rows.values()) {
      const isForgotten = known.isReading && !this.#named.has(known.key) && forms.flag !== false
      const row = isForgotten ? without(known, 'isReading') : known
      if (isForgotten) this.#set(row)
      if (row.kind === 'reading' && !this.#isTold(row, forms)) continue
      if (row.sessions) {
        isDoubted = (covers(row) && this.#missSessions()) || isDoubted
        continue
      }
      const isThere = row.value !== null || row.id !== undefined
      if (!isThere || this.#named.has(row.key) || !covers(row)) continue
      isDoubted ||= !row.missed
      if (!row.missed) this.#set({ ...row, missed: true })
      else if (row.kind === 'collection') this.#noCollection(row.key, row.at ?? 0)
      else this.#set({ ...without(without(row, 'id'), 'missed'), value: null, tick: this.#tick })
    }
    return isDoubted
  }

  #missSessions(): boolean {
    const former = this.#sessions
    this.#sessions = sessionsMissed(former, (session) => this.#named.has(sessionName(session)))
    this.#place()
    return this.#sessions.some(({ missed }, index) => missed && !former[index]!.missed)
  }

  /** Whether the service has a form that would have told this reading bookmark. What it has none for stays as it was known. */
  #isTold({ key, id, value }: Row, forms: ReadingForms): boolean {
    if (id !== undefined || slotOf({ key }) !== 1) return hasSlots(forms)
    const target = (value as ReadingBookmark | null)?.target
    const isFlagged = target && this.#rows.get(bookmarkOf(target).key)?.isReading
    return forms.flag !== false || (!isFlagged && hasSlots(forms))
  }

  writes(): { readonly puts: Row[]; readonly deletes: string[] } {
    const puts: Row[] = []
    const deletes: string[] = []
    for (const key of this.#changed) {
      const row = this.#rows.get(key)
      if (row) puts.push(row)
      else deletes.push(key)
    }
    return { puts, deletes }
  }
}
