import type { WaraqError } from '@waraq/protocol'
import { decide, type Decision, type Seen, type Situation } from '../model/decide.ts'
import type { Sent, Wish } from '../model/records.ts'
import { heldBack, known, refused, unsent } from '../model/settle.ts'
import { keysOfIds } from '../store/outbox.ts'
import type { IsKnown, Subject } from '../ways/way.ts'
import { mayBegin } from './begin.ts'
import { faultOf, requestError } from './faults.ts'
import { ownerOf } from './owner.ts'
import type { DeliverOptions, Turn } from './turn.ts'

/**
 * Delivers what can be delivered now, one wish after the other, in the order in which people acted. Ends with the first error
 * that is no answer about a wish.
 * @throws {WaraqError} of storage, `writer_superseded`; or what `signal` was aborted with
 */
export async function deliver(options: DeliverOptions, signal: AbortSignal): Promise<Turn> {
  const { outbox, feed } = options
  const fed = feed && (await feed.exchange(options, signal))
  let problem = fed?.problem
  const isOver = problem && ['pause', 'unsure'].includes(faultOf(problem))
  // Of a feed that gets nowhere the operations know nothing.
  if (isOver && problem?.code !== 'feed_inconsistent') return fed!
  for (;;) {
    let hasActed = false
    let restsMs = fed?.restsMs ?? Infinity
    for (let wish = await outbox.after(-1); wish; wish = await outbox.after(wish.at)) {
      signal.throwIfAborted()
      if (feed?.covers(wish)) continue
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
    const { outbox } = this.#options
    const wish = this.#wish
    if (await outbox.waitsForOther(wish)) return { did: 'nothing' }
    const { row, ownerRow, ownerWish } = await outbox.around(wish)
    const subject: Subject = {
      entity: wish,
      id: row?.id,
      ownerId: ownerRow?.id,
      want: wish.want,
      sent: wish.sent && { want: wish.sent.want, since: wish.sent.serviceAt },
    }
    const restsMs = this.#restsMs()
    const situation: Situation = {
      owner: ownerOf(wish, ownerRow, ownerWish),
      hasId: row?.id !== undefined,
      rested: restsMs === 0,
    }
    const decision = decide(wish, situation)
    if (decision.do === 'rest') return { did: 'nothing', restsMs }
    // The first answer tells what time it is at the service, which decides later how long a request has rested. Where the service
    // cannot be reached, nothing becomes unsure.
    const isFirst = decision.do === 'send' && this.#options.serviceTime() === undefined
    if (decision.do !== 'look' && !isFirst) return this.#carryOut(decision, subject)
    try {
      const seen = await this.#look(subject)
      // With what it saw, the service told the time.
      const stillMs = this.#restsMs()
      const rested = stillMs === 0
      const found = decide(wish, { ...situation, rested, seen, ahead: this.#options.ahead() })
      return found.do === 'rest' ? { did: 'nothing', restsMs: stillMs } : await this.#carryOut(found, subject)
    } catch (error) {
      return this.#failed(error)
    }
  }

  #restsMs(): number {
    const { clock, rests, serviceTime } = this.#options
    const now = { device: clock.now(), monotonic: clock.monotonic(), service: serviceTime() ?? undefined }
    return rests.left(this.#wish, now)
  }

  /** The service's time, which it tells in seconds. */
  #serviceNow(): number {
    return this.#options.clock.now() + (this.#options.ahead() ?? this.#wish.ahead) + 1_000
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
        await outbox.settle(wish, (current, row, tick) => {
          if (!current) return {}
          const seen = theirs === undefined ? {} : known(wish, current, row, wish.at, { value: theirs, tick })
          return { ...(seen.row && { row: seen.row }), ...heldBack(current, wish.at, held) }
        })
        return { did: 'act' }
      }
      case 'drop':
        await outbox.giveUp(wish)
        return { did: 'act' }
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
    const beforeSend = mayBegin(clock, this.#signal)
    const sent = await outbox.mark(wish, clock.now(), {
      anew,
      serviceAt: this.#options.serviceTime() ?? undefined,
      ...(wish.kind === 'time' && { before: from }),
    })
    if (!sent) return { did: 'nothing' }
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

  async #failed(failure: unknown, sent?: Sent): Promise<Outcome> {
    const error = requestError(failure)
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
