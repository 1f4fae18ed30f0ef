import { aliveMs, writerSuperseded } from '@waraq/browser'
import type { Clock } from '@waraq/client'
import { isAbort, isWaraqError, type WaraqError } from '@waraq/contract'
import { decide, type Decision, type Seen, type Situation } from '../model/decide.ts'
import { favoritesKey } from '../model/entity.ts'
import type { Row, Sent, Wish } from '../model/records.ts'
import { heldBack, known, refused, unsent } from '../model/settle.ts'
import { keysOfIds, type Outbox } from '../store/outbox.ts'
import type { IsKnown, Subject, Way } from '../ways/way.ts'
import type { Rests } from './rest.ts'

export interface DeliverOptions {
  readonly outbox: Outbox
  readonly way: Way
  readonly clock: Clock
  readonly rests: Rests
  /** Milliseconds by which the service's clock is ahead, as its latest answer told; undefined before one came. */
  readonly ahead: () => number | undefined
}

/** What a turn of delivery came to. */
export interface Turn {
  /** Milliseconds until what is unsure may be looked at; Infinity where nothing rests. */
  readonly restsMs: number
  /** Why the turn ended before its end, or what it left out. */
  readonly problem?: WaraqError | undefined
}

/** The tab's own mark must be younger than this when its request begins: another tab takes over after 25 s of silence. */
const startWithinMs = (aliveMs * 2) / 3

/** How an error of the service is to be taken. */
type Fault =
  /** No try of this account can succeed now. The wish counts as not sent. */
  | 'pause'
  /** Not allowed for this kind of data. Others go on. */
  | 'not_allowed'
  /** It may have been done. */
  | 'unsure'
  | 'refused'

function faultOf({ code, retryable }: WaraqError): Fault {
  switch (code) {
    case 'rate_limited':
    case 'token_unavailable':
    case 'unauthorized':
    case 'other_account':
      return 'pause'
    case 'insufficient_scope':
    case 'scope_not_approved':
      return 'not_allowed'
    case 'outcome_unknown':
      return 'unsure'
    default:
      return retryable ? 'unsure' : 'refused'
  }
}

/**
 * Delivers what can be delivered now, one wish after the other, in the order in which people acted. Ends with the first error
 * that is no answer about a wish.
 * @throws {WaraqError} of storage, `writer_superseded`; or what `signal` was aborted with
 */
export async function deliver(options: DeliverOptions, signal: AbortSignal): Promise<Turn> {
  const { outbox } = options
  let problem: WaraqError | undefined
  for (;;) {
    let hasActed = false
    let restsMs = Infinity
    for (let wish = await outbox.after(-1); wish; wish = await outbox.after(wish.at)) {
      signal.throwIfAborted()
      const { did, ...outcome } = await new Delivering(options, wish, signal).deliver()
      hasActed ||= did === 'act'
      restsMs = Math.min(restsMs, outcome.restsMs ?? Infinity)
      problem = outcome.problem ?? problem
      if (did === 'end') return { restsMs, problem }
    }
    // What came first in this turn may be what others waited for.
    if (!hasActed) return { restsMs, problem }
  }
}

interface Outcome {
  /** `act`: something is different now. `end`: the turn is over. */
  readonly did: 'act' | 'nothing' | 'end'
  readonly restsMs?: number
  readonly problem?: WaraqError
}

/** One wish in one turn. */
class Delivering {
  readonly #options: DeliverOptions
  readonly #wish: Wish
  readonly #signal: AbortSignal

  constructor(options: DeliverOptions, wish: Wish, signal: AbortSignal) {
    this.#options = options
    this.#wish = wish
    this.#signal = signal
  }

  async deliver(): Promise<Outcome> {
    const { outbox, clock, rests } = this.#options
    const wish = this.#wish
    const { row, ownerRow, ownerWish } = await outbox.around(wish)
    const subject: Subject = {
      entity: wish,
      id: row?.id,
      ownerId: ownerRow?.id,
      want: wish.want,
      sent: wish.sent && { want: wish.sent.want, since: wish.sent.since + (await this.#offset()) },
    }
    const restsMs = rests.left(wish, clock.now(), clock.monotonic())
    const situation: Situation = {
      owner: ownerOf(wish, ownerRow, ownerWish),
      hasId: row?.id !== undefined,
      rested: restsMs === 0,
    }
    const decision = decide(wish, situation)
    if (decision.do === 'rest') return { did: 'nothing', restsMs }
    if (decision.do !== 'look') return this.#carryOut(decision, subject)
    try {
      const seen = await this.#look(subject)
      return await this.#carryOut(
        decide(wish, { ...situation, rested: true, seen, ahead: this.#options.ahead() }),
        subject,
      )
    } catch (error) {
      return this.#failed(error)
    }
  }

  /** The service's time, which it tells in seconds. */
  #serviceNow(): number {
    return this.#options.clock.now() + (this.#options.ahead() ?? this.#wish.ahead) + 1_000
  }

  async #offset(): Promise<number> {
    return (await this.#options.outbox.db.clock()).offset
  }

  #look(subject: Subject): Promise<Seen> {
    const { outbox, way } = this.#options
    const isKnown: IsKnown = async (ids) => {
      const keys = await keysOfIds(outbox.db, ids)
      return new Set(ids.filter((id) => (keys.get(id) ?? subject.entity.key) !== subject.entity.key))
    }
    return way.look(subject, isKnown, { signal: this.#signal })
  }

  async #carryOut(decision: Decision, subject: Subject): Promise<Outcome> {
    const { outbox, clock } = this.#options
    const wish = this.#wish
    switch (decision.do) {
      case 'done': {
        const { value, id } = decision
        await outbox.settle(wish, (current, row, tick) =>
          known(wish, current, row, wish.at, { value, id, tick }),
        )
        return { did: 'act' }
      }
      case 'go on': {
        const { value, id, at: baseAt } = decision
        await outbox.settle(wish, (current, row, tick) =>
          known(wish, current, row, wish.sent!.at, { value, id, tick, baseAt }),
        )
        return { did: 'act' }
      }
      case 'hold': {
        const { why, code, theirs } = decision
        const held = { why, code, theirs, since: clock.now() }
        await outbox.settle(wish, (current) => (current ? heldBack(current, wish.at, held) : {}))
        return { did: 'act' }
      }
      case 'send':
        return this.#send(subject, decision.from, decision.anew)
      default:
        return { did: 'nothing' }
    }
  }

  async #send(known_: Subject, from: Subject['want'], anew = false): Promise<Outcome> {
    const subject = anew ? { ...known_, id: undefined } : known_
    const { outbox, way, clock, rests } = this.#options
    const wish = this.#wish
    const begun = { wall: clock.now(), monotonic: clock.monotonic() }
    const sent = await outbox.mark(wish, begun.wall, anew)
    if (!sent) return { did: 'nothing' }
    const beforeSend = () => {
      this.#signal.throwIfAborted()
      const elapsed = Math.max(clock.now() - begun.wall, clock.monotonic() - begun.monotonic)
      if (elapsed > startWithinMs) throw writerSuperseded()
    }
    try {
      const { id } = await way.send(subject, from, { signal: this.#signal, beforeSend })
      await outbox.settle(wish, (current, row, tick) =>
        known(wish, current, row, sent.at, { value: sent.want, id, tick, baseAt: this.#serviceNow() }),
      )
      return { did: 'act' }
    } catch (error) {
      rests.begin(wish, sent, clock.monotonic())
      return this.#failed(error, sent)
    }
  }

  async #failed(error: unknown, sent?: Sent): Promise<Outcome> {
    if (isAbort(error) || !isWaraqError(error) || isOfStorage(error)) throw error
    const wish = this.#wish
    const { outbox } = this.#options
    const fault = faultOf(error)
    if (sent && (fault === 'pause' || fault === 'not_allowed'))
      await outbox.settle(wish, (current) => (current ? unsent(current, sent) : {}))
    if (sent && fault === 'refused') {
      await outbox.settle(wish, (current) => (current ? refused(current, sent, error.code) : {}))
      return { did: 'act' }
    }
    // A look that is refused says nothing about the wish.
    return { did: fault === 'pause' || fault === 'unsure' ? 'end' : 'nothing', problem: error }
  }
}

const storageCodes: readonly string[] = [
  'quota_exceeded',
  'storage_failed',
  'storage_lost',
  'writer_superseded',
]
const isOfStorage = ({ code }: WaraqError) => storageCodes.includes(code)

function ownerOf({ owner }: Wish, row: Row | undefined, wish: Wish | undefined): Situation['owner'] {
  if (owner === undefined || owner === favoritesKey || row?.id !== undefined) return 'ready'
  return wish ? 'waiting' : 'gone'
}
