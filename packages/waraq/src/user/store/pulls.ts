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
import { timeKept, reportedAt } from '../model/created-at.ts'
import { formsAfter, hasSlots, type ReadingForms } from '../model/reading-forms.ts'
import type { Row, PendingChange } from '../model/records.ts'
import { latestOf, sessionsMissed, sessionsWith, type ReadingSession } from '../model/reading-sessions.ts'
import { stillBrought } from '../model/settle.ts'
import type { Pulled, ReportedState } from '../model/reported.ts'
import { cursorAfter } from './feed-cursor.ts'
import type { Outbox } from './outbox.ts'

/**
 * Stores the result of a pull, and moves the cursor, in one transaction. Only a pull moves the cursor, and only if its pages
 * agree. A state that is older than the stored one changes nothing, so storing a pull twice has no further effect. What a
 * complete pull does not report is gone only if a second one does not report it either; `covers` tests whether it would have
 * reported an entity. A row that cannot be read may be any of these, so nothing counts as missing then. Its name is stored with
 * the cursor, which still moves.
 * @returns whether it did not report something for the first time, so that a second pull is useful
 */
export async function storePull(
  outbox: Outbox,
  pulled: Pulled,
  since: number,
  covers: (entity: Entity) => boolean,
  now: number,
): Promise<boolean> {
  const { db } = outbox
  const { reported, agrees, unreadable } = pulled
  let isDoubted = false
  await outbox.write(async () => {
    const [feed, clock] = await Promise.all([db.feed(), db.clock()])
    const isWhole = since === 0 && agrees
    if (reported.length > 0 || isWhole) {
      const [rows, allPending] = await Promise.all([
        db.rows.toArray(),
        db.pending.where('kind').anyOf('collection', 'note', 'member', 'bookmark').toArray(),
      ])
      const isInSlots = formsAfter(feed?.reading, pulled.reading).slots === 'reported'
      // Without a stored feed the sessions come from the operations, which report them with their time of arrival.
      const sessions = feed && rows.find(({ key }) => key === place.key)?.sessions
      const pull = new Pull(rows, allPending, clock.tick + 1, isInSlots, sessions)
      pull.apply(reported)
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

/** The rows of an account while the result of a pull is applied to them. */
class Pull {
  readonly #rows: Map<string, Row>
  /** Pending changes of collections and notes. */
  readonly #allPending: readonly PendingChange[]
  /** When a person added an entity, by its key. */
  readonly #desiredAt: ReadonlyMap<string, number>
  readonly #tick: number
  /** Whether the service also reports reading bookmarks in slots. */
  readonly #isInSlots: boolean
  /** The keys that the pull reported. */
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
    this.#desiredAt = new Map(
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

  apply(reported: readonly ReportedState[]): void {
    // A row may refer to one that changed later.
    for (const each of reported) {
      if (each.what === 'bookmark' && each.is) this.#targets.set(each.id, each.is.target)
      if (each.what !== 'member' || each.collectionId === undefined) continue
      if (each.target && each.bookmarkId !== undefined) this.#targets.set(each.bookmarkId, each.target)
    }
    this.#recognise(reported)
    for (const each of reported) this.#applyOne(each)
    this.#place()
  }

  #applyOne(reported: ReportedState): void {
    const { at } = reported
    switch (reported.what) {
      case 'bookmark':
        return reported.is ? this.#bookmark(reported.id, reported.is, at) : this.#noBookmark(reported.id, at)
      case 'collection': {
        const key = this.#keys.get(`collection|${reported.id}`)
        if (!reported.is)
          return this.#rows.get(key ?? '')?.id === reported.id ? this.#noCollection(key!, at) : undefined
        if (reported.is.of === 'system' && key === undefined) return
        // The favorites and highlights are not a person's collections: their row has only their id.
        const value = reported.is.of === 'person' ? { name: reported.is.name } : null
        const entity = collectionKeyed(key ?? `collection|${reported.id}`)
        return this.#put(entity, value, at, reported.id, undefined, reportedAt(reported))
      }
      case 'member': {
        const ends = reported.collectionId === undefined ? this.#endsOf(reported.id) : reported
        if (!ends) return
        const { collectionId, bookmarkId } = ends
        const target = ends.target ?? (bookmarkId === undefined ? undefined : this.#targets.get(bookmarkId))
        if (!target) return
        const { is } = reported
        this.#put(memberOf(this.#ownerOf(collectionId), target), is ? true : null, at)
        const mark = this.#rows.get(bookmarkOf(target).key)
        if (is && bookmarkId !== undefined) this.#mark(bookmarkId, target, Math.max(at, mark?.at ?? 0))
        else if (mark?.id !== undefined) this.#mark(mark.id, target, Math.max(at, mark.at ?? 0))
        return
      }
      case 'note': {
        const key = this.#keys.get(`note|${reported.id}`)
        if (reported.is) {
          const ranges = reported.is.ranges.filter((range) => parseVerseRange(range))
          const entity = noteKeyed(key ?? `note|${reported.id}`, ranges)
          return this.#put(entity, reported.is, at, reported.id, undefined, reportedAt(reported))
        }
        const row = key === undefined ? undefined : this.#rows.get(key)
        if (row) this.#put(entityOf(row), null, at)
        return
      }
      case 'reading': {
        const { id, slot, is } = reported
        // For a deleted one only its id is reported.
        const key = slot ? readingIn(slot).key : this.#keys.get(`reading|${id}`)
        if (key === undefined) return
        const reading = readingIn(slotOf({ key }))
        return slot ? this.#put(reading, is, at, id) : this.#unplace(reading, at)
      }
      case 'place':
        this.#sessions = sessionsWith(this.#sessions, { id: reported.id, at, value: reported.is })
        this.#named.add(sessionName(reported))
        return
    }
  }

  /**
   * Finds the collection and bookmark of a member that is known here, only by its id: `<collectionId>-<bookmarkId>`. Both parts
   * may contain dashes themselves.
   */
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
      mutatedAt,
      mushafId,
    }: Exclude<Extract<ReportedState, { what: 'bookmark' }>['is'], null>,
    at: number,
  ): void {
    if (isReading !== undefined) {
      const page = mushafId !== undefined && { mushafId }
      this.#flag({ name: null, target, ...page }, isReading, at, mutatedAt)
    }
    if (isFavorite !== undefined) this.#put(memberOf(favoritesKey, target), isFavorite ? true : null, at)
    this.#mark(id, target, at, isReading)
  }

  /**
   * Applies the old form of the first reading bookmark. A flag that is reported again because another field of its bookmark
   * changed is ignored. If no slot reports it too, the service's state counts, whatever a client's clock reported of the
   * mutation.
   */
  #flag(there: ReadingBookmark, isReading: boolean, arrivedAt: number, mutated = arrivedAt): void {
    const reading = readingIn(1)
    const row = this.#rows.get(reading.key)
    const mark = this.#rows.get(bookmarkOf(there.target).key)
    const former = (row?.value ?? null) as ReadingBookmark | null
    const isHere = former !== null && isSamePlace(former.target, there.target)
    if (isReading && isHere) this.#named.add(reading.key)
    if (isReading === (mark?.isReading ?? false) || arrivedAt < (mark?.at ?? 0)) return
    const mutatedAt = this.#isInSlots ? mutated : Math.max(mutated, row?.at ?? 0)
    if (isReading) this.#put(reading, namedAs(there, former), mutatedAt, row?.id)
    else if (isHere) this.#unplace(reading, mutatedAt, row?.id)
  }

  /**
   * The feed does not report when a person removed it, only when the removal arrived. So every mutation after the one that was
   * removed counts.
   */
  #unplace(reading: Entity, arrivedAt: number, id?: string): void {
    const placedAt = this.#rows.get(reading.key)?.at ?? 0
    this.#put(reading, null, Math.min(arrivedAt, placedAt), id)
  }

  /** Everything that uses the bookmark is deleted with it. */
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
   * Stores the id of the bookmark of a place, whatever the bookmark is for. The place counts as separately bookmarked if no
   * collection contains it. Verses are never separately bookmarked, nor is a page that first became known with the reading
   * bookmark.
   */
  #mark(id: string, target: Target, at: number, reported?: boolean): void {
    const mark = bookmarkOf(target)
    const former = this.#rows.get(mark.key)
    const isReading = reported ?? former?.isReading ?? false
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
   * Finds keys for entities that have none yet: what this device made keeps its key. It is recognised by the time that was sent
   * with it, or by its content if the service reports no time. Collections are also recognised by their name, so that a
   * collection made on two devices becomes one.
   */
  #recognise(reported: readonly ReportedState[]): void {
    const made = reported.flatMap((each) =>
      (each.what === 'collection' || each.what === 'note') &&
      each.is &&
      !this.#keys.has(`${each.what}|${each.id}`)
        ? [each]
        : [],
    )
    for (const each of made) {
      if (each.what !== 'collection') continue
      const { of, name } = each.is!
      // Highlights are recognised by their names. An earlier form had the names as ids.
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
    const isSent = ({ sent }: PendingChange, value: Value) =>
      sent !== undefined && isSame(sent.desired, value)
    // A blocked change may have been under way when it was refused.
    const pushed = ({ sent, blocked, at, desired }: PendingChange) => {
      if (blocked) return { at, desired }
      return sent?.head === undefined ? undefined : sent
    }
    take((pending, each, value) => {
      const push = pushed(pending)
      if (push === undefined || push.at !== each.made?.at) return false
      return each.made.isChanged || isSame(push.desired, value)
    })
    take((pending, each, value) => each.made?.at === undefined && isSent(pending, value))
    take((pending, each, value) => each.what === 'collection' && isSame(pending.desired, value))
  }

  /** Sets the place to that of the latest session, by the time of the mutation. */
  #place(): void {
    const row = this.#rows.get(place.key)
    if (this.#sessions.length === 0 || this.#sessions === row?.sessions) return
    const { id, at, value = null } = latestOf(this.#sessions) ?? {}
    const isKnown = row && isSame(row.value, value) && row.id === id && row.at === at
    this.#set({
      ...(isKnown ? row : { ...place, ...stillBrought(row, value, at) }),
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
    // The feed reports what a person did here offline with its time of arrival.
    const desiredAt = this.#desiredAt.get(key)
    const createdAt = Math.min(madeAt ?? Infinity, desiredAt ?? Infinity)
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

  /** Marks what a complete pull did not report as missing. Returns whether anything is missing for the first time. */
  miss(covers: (entity: Entity) => boolean, forms: ReadingForms): boolean {
    let isDoubted = false
    for (const known of this.#rows.values()) {
      const isForgotten = known.isReading && !this.#named.has(known.key) && forms.flag !== false
      const row = isForgotten ? without(known, 'isReading') : known
      if (isForgotten) this.#set(row)
      if (row.kind === 'reading' && !this.#isReported(row, forms)) continue
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

  /** Whether the service has a form that would have reported this reading bookmark. If it has none, the known state stays. */
  #isReported({ key, id, value }: Row, forms: ReadingForms): boolean {
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
