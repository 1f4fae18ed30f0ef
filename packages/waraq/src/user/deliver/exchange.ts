import { WaraqError } from '@waraq/protocol'
import { syncLimits } from '@waraq/protocol/user'
import { mutatedAt } from '../model/mutated-at.ts'
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

/** Maximum number of consecutive pushes without a change. A turn without progress then ends. */
const mostIdle = 8

/**
 * Maximum number of pending changes to decide about at the same time, in the order of the mutations. If none of these can be
 * sent, all of them are considered.
 */
const mostAtOnce = 4 * syncLimits.mutations

/** A pending change that is to be sent. */
interface Sending {
  readonly pending: PendingChange
  readonly recreate: boolean
  readonly change: FeedChange
}

/**
 * Delivers what the feed covers. A push takes effect only on top of the last pull, so the pulled rows are the service's state,
 * and no probes are needed. If a push was not confirmed completely, the next pull shows its outcome.
 * @throws {WaraqError} of storage, `writer_superseded`; or the abort reason of `signal`
 */
export async function exchange(options: ExchangeOptions, signal: AbortSignal): Promise<Turn> {
  return new Exchange(options, signal).run()
}

class Exchange {
  readonly #options: ExchangeOptions
  readonly #signal: AbortSignal
  /**
   * The maximum number of mutations in the next push; a change may need several. It is halved when a push was refused without a
   * reference to one change.
   */
  #size: number = syncLimits.mutations
  #inDoubtMs = Infinity
  /** Versions of pending changes that the service has confirmed, with the head from which on pulls report them. */
  readonly #confirmed = new Map<string, { readonly at: number; readonly head: number }>()
  /** Collections of highlights that the service has made, by their keys, with the head from which on pulls report them. */
  readonly #made = new Map<string, number>()

  constructor(options: ExchangeOptions, signal: AbortSignal) {
    this.#options = options
    this.#signal = signal
  }

  async run(): Promise<Turn> {
    const { db } = this.#options.outbox
    if ((await this.#allPending(1)).length === 0) return { inDoubtMs: Infinity }
    try {
      // The outcome of the last push is not known yet, or nothing was pulled yet.
      const unsure = await db.pending.filter(({ sent }) => sent !== undefined).count()
      if (unsure > 0 || !(await db.feed())) await this.#pull()
      let most = mostAtOnce
      for (let idle = 0; idle < mostIdle;) {
        this.#signal.throwIfAborted()
        this.#inDoubtMs = Infinity
        const allPending = await this.#allPending(most)
        const { sending, unowned, hasSettled } = await this.#decideAll(allPending)
        if (hasSettled) idle = 0
        else if (unowned) {
          const problem = await this.#makeOwner(unowned)
          if (problem) return { inDoubtMs: this.#inDoubtMs, problem }
          await this.#pull()
          idle++
        } else if (sending.length === 0) {
          if (allPending.length < most) return { inDoubtMs: this.#inDoubtMs }
          most = Infinity
        } else {
          const problem = await this.#push(sending)
          if (problem) return { inDoubtMs: this.#inDoubtMs, problem }
          await this.#pull()
          idle++
        }
      }
      return { inDoubtMs: this.#inDoubtMs, problem: gotNowhere() }
    } catch (error) {
      return { inDoubtMs: this.#inDoubtMs, problem: requestError(error) }
    }
  }

  async #pull(): Promise<void> {
    await pullFeed(this.#options, this.#signal)
    // After a pull whose pages did not belong together there is no head to push on.
    if (!(await this.#options.outbox.db.feed())) throw gotNowhere()
  }

  #allPending(most: number): Promise<PendingChange[]> {
    const { outbox, feed } = this.#options
    const allPending = outbox.db.pending
      .orderBy('at')
      .filter((pending) => !pending.blocked && feed.covers(pending))
    return (most === Infinity ? allPending : allPending.limit(most)).toArray()
  }

  /**
   * Settles what needs no request, and collects what is to be sent. `unowned`: a highlight whose collection has to be made
   * first.
   */
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
          // The collection was made, but the feed does not report it. Making it again would not help.
          await this.#settle(pending, observed, { do: 'block', why: 'depends' })
          hasSettled = true
        }
        continue
      }
      const decision = this.#decide(pending, observed, head, owner)
      if (decision.do === 'send') {
        const recreate = decision.recreate ?? false
        // A change that replaces an observed value must be later than it, whatever two estimates of the service's clock say.
        const mutated = Math.max(mutatedAt(pending, this.#options.ahead()), (observed.at ?? -1) + 1)
        const isNew = recreate || (pending.kind === 'place' && !goesOn(row?.at, mutated))
        const change = {
          entity: pending,
          id: isNew ? undefined : row?.id,
          ownerId: pending.owner === undefined ? undefined : ownerRow?.id,
          bookmarkId: mark?.id,
          desired: pending.desired,
          at: pending.at,
          mutatedAt: mutated,
          ...(pending.kind === 'reading' && { reading }),
        }
        if (feed.count(change) > 0) sending.push({ pending, recreate, change })
        else hasSettled = (await this.#settle(pending, observed, withoutForm(pending))) || hasSettled
      } else hasSettled = (await this.#settle(pending, observed, decision)) || hasSettled
    }
    return { sending, unowned, hasSettled }
  }

  /** Settles a change that the service has applied, whatever others have changed since. */
  async #confirm(pending: PendingChange, { value, at }: Observed): Promise<void> {
    const sent = pending.sent!
    const baseAt = isSame(value, sent.desired) ? at : undefined
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
    const { clock, doubts, ahead, serviceTime } = this.#options
    const { sent } = pending
    // Only one of two pushes on top of the same head takes effect. So the same version may be sent again immediately, and
    // another version after the head has moved.
    const isOver = sent?.head !== undefined && (sent.head !== head || sent.at === pending.at)
    const now = { device: clock.now(), monotonic: clock.monotonic(), service: serviceTime() ?? undefined }
    const inDoubtMs = isOver ? 0 : doubts.left(pending, now)
    const situation = {
      owner,
      hasId: observed.id !== undefined,
      isCertain: inDoubtMs === 0,
      observed: observed,
      ahead: ahead(),
    }
    const decision = decide(pending, situation)
    if (decision.do === 'doubt') this.#inDoubtMs = Math.min(this.#inDoubtMs, inDoubtMs)
    return decision
  }

  async #settle(pending: PendingChange, observed: Observed, decision: Decision): Promise<boolean> {
    const { outbox, clock } = this.#options
    const isOwn = pending.sent !== undefined && isSame(observed.value, pending.sent.desired)
    const reported = { value: observed.value, baseAt: isOwn ? observed.at : undefined }
    switch (decision.do) {
      case 'done':
        await outbox.settle(pending, (current, row) =>
          arrived(current, row, pending.at, { ...reported, value: decision.value }),
        )
        return true
      case 'go on':
        await outbox.settle(pending, (current, row) => arrived(current, row, pending.sent!.at, reported))
        return true
      case 'block': {
        const { why, code, remote } = decision
        const blocked = { why, code, remote, since: clock.now() }
        await outbox.settle(pending, (current) => (current ? block(current, pending.at, blocked) : {}))
        return true
      }
      default:
        return false
    }
  }

  /**
   * Makes the collection of a highlight, by its name; the next pull reports its id. It needs no pending change, because a pull
   * shows by the name whether it exists. Resolves with the error that ends the turn.
   */
  async #makeOwner(pending: PendingChange): Promise<WaraqError | undefined> {
    const { outbox, feed, clock, ahead } = this.#options
    const { owner = '', at } = pending
    const beforeSend = mayBegin(clock, this.#signal)
    const head = (await outbox.db.feed())!.cursor
    // Throws if another tab has taken over: this tab then makes nothing.
    await outbox.write(() => Promise.resolve())
    const change = {
      entity: collectionKeyed(owner),
      desired: { name: owner },
      at,
      mutatedAt: mutatedAt(pending, ahead()),
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
      if (pending.desired !== null && !pending.blocked)
        await this.#settle(pending, { value: null }, { do: 'block', why: 'refused', code })
    return undefined
  }

  /** Resolves with the error that ends the turn. */
  async #push(all: readonly Sending[]): Promise<WaraqError | undefined> {
    const { outbox, feed, clock, doubts, serviceTime } = this.#options
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
        if (fault === 'unsure') doubts.begin(pending, sent, clock.monotonic())
        // A change that was in doubt before stays in doubt.
        else if (!pending.sent)
          await outbox.settle(pending, (current) => (current ? unsent(current, sent) : {}))
      }
      return error
    }
  }

  /** Records a refused push. Its other changes may have been applied; the next pull shows that. */
  async #refused(
    marked: readonly (Sending & { readonly sent: Sent })[],
    named: Refused | undefined,
    code: string,
  ): Promise<void> {
    const culprit = marked.length === 1 ? marked[0] : marked[named?.index ?? -1]
    if (!culprit) {
      const { feed } = this.#options
      this.#size = Math.ceil(marked.reduce((sum, { change }) => sum + feed.count(change), 0) / 2)
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

/**
 * A 403 to a push concerns the transport, even if a gateway has cut the body that says so. The next pull shows whether the
 * transport is gone.
 */
const forbidden = 403

/** A 409 to a push concerns the head, even if a gateway has cut the body that says so. None of its changes was refused. */
function hasMoved({ code, status }: WaraqError): boolean {
  return code === 'out_of_sync' || (status === 409 && code !== 'other_account')
}

/**
 * Whether a removal in the same push may also remove the bookmark of a reading bookmark, so that the reading bookmark has to be
 * sent after it.
 */
function mayBeTaken({ entity, bookmarkId }: FeedChange, all: readonly Sending[]): boolean {
  if (entity.kind !== 'reading' || bookmarkId === undefined) return false
  return all.some(
    ({ change }) =>
      change.desired === null &&
      (change.entity.kind === 'collection' ||
        (change.entity.kind === 'member' && change.bookmarkId === bookmarkId)),
  )
}

/** The key of the bookmark of its place, if it has one. */
function markOf({ kind, target, desired, key }: PendingChange): string {
  const place = kind === 'reading' ? (desired as ReadingBookmark | null)?.target : target
  return place ? bookmarkOf(place).key : key
}

/**
 * The decision about a change that the service has no form for. A removal is done, because nothing exists there; anything else
 * is blocked.
 */
function withoutForm({ desired }: PendingChange): Decision {
  return desired === null
    ? { do: 'done', value: null }
    : { do: 'block', why: 'refused', code: 'unprocessable_entity' }
}

/** The state that pulls have reported. */
function observedOf({ kind, desired }: PendingChange, row: Row | undefined): Observed {
  const { value = null, id, at } = row ?? {}
  // A bookmark that belongs to a collection exists even if the person does not want it as a separate bookmark.
  const isThere = kind === 'bookmark' && desired !== null && id !== undefined
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
