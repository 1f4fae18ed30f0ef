import { WaraqError } from '@waraq/protocol'
import { syncLimits } from '@waraq/protocol/user'
import { actedAt } from '../model/acted.ts'
import { decide, type Decision, type Observed } from '../model/decide.ts'
import { bookmarkOf, collectionKeyed, colorOf, isSame, type ReadingBookmark } from '../model/entity.ts'
import type { Row, Sent, PendingChange } from '../model/records.ts'
import { goesOn } from '../model/reading-sessions.ts'
import { arrived, block, refused, unsent } from '../model/settle.ts'
import type { FeedChange, Feed, Refused } from '../transports/transport.ts'
import { mayBegin } from './begin.ts'
import { faultOf, requestError } from './faults.ts'
import { ownerOf } from './owner.ts'
import { pullFeed } from './pull.ts'
import { noteRefused, readingState, withName } from './reading-state.ts'
import type { DeliverOptions, Turn } from './turn.ts'

export type ExchangeOptions = Omit<DeliverOptions, 'feed'> & { readonly feed: Feed }

/** Pushes in a row after which nothing was different. A turn that gets nowhere ends. */
const mostIdle = 8

/** So many pending changes are decided about at once, in the order in which people acted; all of them where none of these can go. */
const mostAtOnce = 4 * syncLimits.mutations

/** A pending change that is to be sent. */
interface Sending {
  readonly pending: PendingChange
  readonly anew: boolean
  readonly change: FeedChange
}

/**
 * Delivers by the feed what it covers. What was told by pulls is what the service has, because a push takes effect on top of the
 * last pull alone: so nothing is looked for. What became of a push that was not confirmed whole is what the next pull tells.
 * @throws {WaraqError} of storage, `writer_superseded`; or what `signal` was aborted with
 */
export async function exchange(options: ExchangeOptions, signal: AbortSignal): Promise<Turn> {
  return new Exchange(options, signal).run()
}

class Exchange {
  readonly #options: ExchangeOptions
  readonly #signal: AbortSignal
  /** How many changes the next push has. One that was refused as a whole, and names nothing, is halved. */
  #size: number = syncLimits.mutations
  #restsMs = Infinity
  /** Versions of pending changes that the service has confirmed, and the head from which on a pull tells of them. */
  readonly #confirmed = new Map<string, { readonly at: number; readonly head: number }>()
  /** Collections of highlights that the service has made, by their keys, and the head from which on a pull tells of them. */
  readonly #made = new Map<string, number>()

  constructor(options: ExchangeOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
  }

  async run(): Promise<Turn> {
    const { db } = this.#options.outbox
    if ((await this.#allPending(1)).length === 0) return { restsMs: Infinity }
    try {
      // What became of the last push is not known yet, or nothing is.
      const unsure = await db.pending.filter(({ sent }) => sent !== undefined).count()
      if (unsure > 0 || !(await db.feed())) await this.#pull()
      let most = mostAtOnce
      for (let idle = 0; idle < mostIdle;) {
        this.#signal.throwIfAborted()
        this.#restsMs = Infinity
        const allPending = await this.#allPending(most)
        const { sending, unowned, hasSettled } = await this.#decideAll(allPending)
        if (hasSettled) idle = 0
        else if (unowned) {
          const problem = await this.#makeOwner(unowned)
          if (problem) return { restsMs: this.#restsMs, problem }
          await this.#pull()
          idle++
        } else if (sending.length === 0) {
          if (allPending.length < most) return { restsMs: this.#restsMs }
          most = Infinity
        } else {
          const problem = await this.#push(sending)
          if (problem) return { restsMs: this.#restsMs, problem }
          await this.#pull()
          idle++
        }
      }
      return { restsMs: this.#restsMs, problem: gotNowhere() }
    } catch (error) {
      return { restsMs: this.#restsMs, problem: requestError(error) }
    }
  }

  async #pull(): Promise<void> {
    await pullFeed(this.#options, this.#signal)
    // Pages that did not belong together leave no head to push on.
    if (!(await this.#options.outbox.db.feed())) throw gotNowhere()
  }

  #allPending(most: number): Promise<PendingChange[]> {
    const { outbox, feed } = this.#options
    const allPending = outbox.db.pending
      .orderBy('at')
      .filter((pending) => !pending.blocked && feed.covers(pending))
    return (most === Infinity ? allPending : allPending.limit(most)).toArray()
  }

  /** Settles what needs no request, and collects what is to be sent. `unowned`: a highlight whose collection is to be made first. */
  async #decideAll(allPending: readonly PendingChange[]): Promise<{
    readonly sending: Sending[]
    readonly unowned: PendingChange | undefined
    readonly hasSettled: boolean
  }> {
    const { outbox, feed } = this.#options
    const { db } = outbox
    const head = (await db.feed())?.cursor
    const [rows, marks, ownerRows, ownersPending] = await Promise.all([
      db.rows.bulkGet(allPending.map(({ key }) => key)),
      db.rows.bulkGet(allPending.map(markOf)),
      db.rows.bulkGet(allPending.map(({ owner, key }) => owner ?? key)),
      db.pending.bulkGet(allPending.map(({ owner, key }) => owner ?? key)),
    ])
    const reading = await readingState(db)
    const sending: Sending[] = []
    let hasSettled = false
    let unowned: PendingChange | undefined
    for (const [index, pending] of allPending.entries()) {
      const [row, mark, ownerRow] = [rows[index], marks[index], ownerRows[index]]
      const observed = withName(observedOf(pending, row), pending, reading.forms)
      const confirmed = this.#confirmed.get(pending.key)
      if (confirmed && confirmed.at === pending.sent?.at && confirmed.head <= (head ?? -1)) {
        await this.#confirm(pending, observed)
        hasSettled = true
        continue
      }
      const owner = ownerOf(pending, ownerRow, ownersPending[index], true)
      if (owner === 'waiting' && colorOf(pending)) {
        const madeAt = this.#made.get(pending.owner!)
        if (madeAt === undefined) unowned ??= pending
        else if (madeAt <= (head ?? -1)) {
          // It was made, and is not told: to make it again and again would not help.
          await this.#settle(pending, observed, { do: 'block', why: 'depends' })
          hasSettled = true
        }
        continue
      }
      const decision = this.#decide(pending, observed, head, owner)
      if (decision.do === 'send') {
        const anew = decision.anew ?? false
        // What is sent over something was done after it, whatever two guesses of the service's clock say.
        const acted = Math.max(actedAt(pending, this.#options.ahead()), (observed.at ?? -1) + 1)
        const isNew = anew || (pending.kind === 'place' && !goesOn(row?.at, acted))
        const change = {
          entity: pending,
          id: isNew ? undefined : row?.id,
          ownerId: pending.owner === undefined ? undefined : ownerRow?.id,
          bookmarkId: mark?.id,
          want: pending.want,
          at: pending.at,
          actedAt: acted,
          ...(pending.kind === 'reading' && { reading }),
        }
        if (feed.count(change) > 0) sending.push({ pending, anew, change })
        else hasSettled = (await this.#settle(pending, observed, withoutForm(pending))) || hasSettled
      } else hasSettled = (await this.#settle(pending, observed, decision)) || hasSettled
    }
    return { sending, unowned, hasSettled }
  }

  /** It was done, whatever others have made of it since. */
  async #confirm(pending: PendingChange, { value, at }: Observed): Promise<void> {
    const sent = pending.sent!
    const baseAt = isSame(value, sent.want) ? at : undefined
    this.#confirmed.delete(pending.key)
    await this.#options.outbox.settle(pending, (current, row) =>
      arrived(current, row, sent.at, { value, baseAt }),
    )
  }

  #decide(
    pending: PendingChange,
    observed: Observed,
    head: number | undefined,
    owner: ReturnType<typeof ownerOf>,
  ): Decision {
    const { clock, rests, ahead, serviceTime } = this.#options
    const { sent } = pending
    // Of two pushes on top of one head one takes effect: the same may be sent again at once, and after it has moved another.
    const isOver = sent?.head !== undefined && (sent.head !== head || sent.at === pending.at)
    const now = { device: clock.now(), monotonic: clock.monotonic(), service: serviceTime() ?? undefined }
    const restsMs = isOver ? 0 : rests.left(pending, now)
    const situation = {
      owner,
      hasId: observed.id !== undefined,
      rested: restsMs === 0,
      observed: observed,
      ahead: ahead(),
    }
    const decision = decide(pending, situation)
    if (decision.do === 'rest') this.#restsMs = Math.min(this.#restsMs, restsMs)
    return decision
  }

  async #settle(pending: PendingChange, observed: Observed, decision: Decision): Promise<boolean> {
    const { outbox, clock } = this.#options
    const isOwn = pending.sent !== undefined && isSame(observed.value, pending.sent.want)
    const told = { value: observed.value, baseAt: isOwn ? observed.at : undefined }
    switch (decision.do) {
      case 'done':
        await outbox.settle(pending, (current, row) =>
          arrived(current, row, pending.at, { ...told, value: decision.value }),
        )
        return true
      case 'go on':
        await outbox.settle(pending, (current, row) => arrived(current, row, pending.sent!.at, told))
        return true
      case 'block': {
        const { why, code, theirs } = decision
        const blocked = { why, code, theirs, since: clock.now() }
        await outbox.settle(pending, (current) => (current ? block(current, pending.at, blocked) : {}))
        return true
      }
      default:
        return false
    }
  }

  /**
   * Makes the collection of a highlight, by its name: the next pull tells its id. No pending change is about it, because a pull tells by the
   * name whether it is there. Resolves with what ends the turn.
   */
  async #makeOwner(pending: PendingChange): Promise<WaraqError | undefined> {
    const { outbox, feed, clock, ahead } = this.#options
    const { owner = '', at } = pending
    const beforeSend = mayBegin(clock, this.#signal)
    const head = (await outbox.db.feed())!.cursor
    // A tab that another has followed makes nothing.
    await outbox.write(() => Promise.resolve())
    const change = {
      entity: collectionKeyed(owner),
      want: { name: owner },
      at,
      actedAt: actedAt(pending, ahead()),
    }
    const made = { ...change, id: undefined, ownerId: undefined, bookmarkId: undefined }
    let code = 'unprocessable_entity'
    try {
      const answer = await feed.push([made], head, { signal: this.#signal, beforeSend })
      if (answer.applied !== 0) return void this.#made.set(owner, answer.head)
    } catch (failure) {
      const error = requestError(failure)
      if (hasMoved(error)) return undefined
      if (faultOf(error) !== 'refused' || error.status === forbidden) return error
      code = error.code
    }
    const allPending = await outbox.db.pending.where('owner').equals(owner).toArray()
    for (const pending of allPending)
      if (pending.want !== null && !pending.blocked)
        await this.#settle(pending, { value: null }, { do: 'block', why: 'refused', code })
    return undefined
  }

  /** Resolves with what ends the turn. */
  async #push(all: readonly Sending[]): Promise<WaraqError | undefined> {
    const { outbox, feed, clock, rests, serviceTime } = this.#options
    const ordered = all
      .filter(({ change }) => !mayBeTaken(change, all))
      .sort((one, other) => feed.rank(one.change) - feed.rank(other.change))
    const head = (await outbox.db.feed())!.cursor
    const beforeSend = mayBegin(clock, this.#signal)
    const serviceAt = serviceTime() ?? undefined
    let size = 0
    const sending = ordered
      .filter(({ change }, index) => (size += feed.count(change)) <= this.#size || index === 0)
      .map((each) => ({ ...each, serviceAt }))
    const marked = await outbox.markAll(sending, clock.now(), head)
    if (marked.length === 0) return undefined
    try {
      const changes = marked.map(({ change }) => change)
      const answer = await feed.push(changes, head, { signal: this.#signal, beforeSend })
      if (answer.applied === marked.length)
        for (const { pending, sent } of marked)
          this.#confirmed.set(pending.key, { at: sent.at, head: answer.head })
      if (answer.applied === 0) await this.#refused(marked, undefined, 'unprocessable_entity')
      else this.#size = Math.min(syncLimits.mutations, this.#size * 2)
      return undefined
    } catch (failure) {
      const error = requestError(failure)
      if (hasMoved(error)) return undefined
      const fault = faultOf(error)
      if (fault === 'refused' && error.status !== forbidden) {
        const named = feed.refusedAt(
          error,
          marked.map(({ change }) => change),
        )
        await this.#refused(marked, named, error.code)
        return undefined
      }
      for (const { pending, sent } of marked) {
        if (fault === 'unsure') rests.begin(pending, sent, clock.monotonic())
        // One that was unsure before stays so.
        else if (!pending.sent)
          await outbox.settle(pending, (current) => (current ? unsent(current, sent) : {}))
      }
      return error
    }
  }

  /** The others of the push may have been done: the next pull tells. */
  async #refused(
    marked: readonly { readonly pending: PendingChange; readonly sent: Sent }[],
    named: Refused | undefined,
    code: string,
  ): Promise<void> {
    const culprit = marked.length === 1 ? marked[0] : marked[named?.index ?? -1]
    if (!culprit) {
      this.#size = Math.ceil(marked.length / 2)
      return
    }
    const { pending, sent } = culprit
    this.#size = syncLimits.mutations
    const { outbox } = this.#options
    const resource = pending.kind === 'reading' ? named?.resource : undefined
    const isTriedOtherwise = resource !== undefined && (await noteRefused(outbox, resource))
    const outcome = (current: PendingChange) =>
      isTriedOtherwise ? unsent(current, sent) : refused(current, sent, code)
    await outbox.settle(pending, (current) => (current ? outcome(current) : {}))
  }
}

/** Of a push 403 is about the transport, also where a gateway has cut the body that says so: the next pull tells whether it is gone. */
const forbidden = 403

/** Of a push 409 is about the head, also where a gateway has cut the body that says so: no change of it was refused. */
function hasMoved({ code, status }: WaraqError): boolean {
  return code === 'out_of_sync' || (status === 409 && code !== 'other_account')
}

/** Whether a removal of the same push may take the bookmark of a reading mark with it, so that the mark comes after it. */
function mayBeTaken({ entity, bookmarkId }: FeedChange, all: readonly Sending[]): boolean {
  if (entity.kind !== 'reading' || bookmarkId === undefined) return false
  return all.some(
    ({ change }) =>
      change.want === null &&
      (change.entity.kind === 'collection' ||
        (change.entity.kind === 'member' && change.bookmarkId === bookmarkId)),
  )
}

/** The key of the bookmark of its place, where it has one. */
function markOf({ kind, target, want, key }: PendingChange): string {
  const place = kind === 'reading' ? (want as ReadingBookmark | null)?.target : target
  return place ? bookmarkOf(place).key : key
}

/** What becomes of a change that the service has no form for: nothing is to be taken away there, and nothing is put there. */
function withoutForm({ want }: PendingChange): Decision {
  return want === null
    ? { do: 'done', value: null }
    : { do: 'block', why: 'refused', code: 'unprocessable_entity' }
}

/** What pulls have told of it. */
function observedOf({ kind, want }: PendingChange, row: Row | undefined): Observed {
  const { value = null, id, at } = row ?? {}
  // One that a collection has is there whatever a person wants of it by itself.
  const isThere = kind === 'bookmark' && want !== null && id !== undefined
  return { value: isThere ? true : value, id, at }
}

function gotNowhere(): WaraqError {
  return new WaraqError({
    code: 'feed_inconsistent',
    message:
      'The feed of user data moves all the time, or does not tell what it took. Delivery goes on later.',
    retryable: true,
  })
}
