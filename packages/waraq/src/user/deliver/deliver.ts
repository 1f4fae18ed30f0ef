import type { WaraqError } from '@waraq/protocol'
import { decide, type Decision, type Observed, type Situation } from '../model/decide.ts'
import type { Sent, PendingChange } from '../model/records.ts'
import { block, known, refused, unsent } from '../model/settle.ts'
import { keysOfIds } from '../store/outbox.ts'
import type { IsKnown, Subject } from '../transports/transport.ts'
import { mayBegin } from './begin.ts'
import { faultOf, requestError } from './faults.ts'
import { ownerOf } from './owner.ts'
import type { DeliverOptions, Turn } from './turn.ts'

/**
 * Delivers what can be delivered now, one pending change after the other, in the order in which people acted. Ends with the first error
 * that is no answer about a pending change.
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
    for (let pending = await outbox.after(-1); pending; pending = await outbox.after(pending.at)) {
      signal.throwIfAborted()
      if (feed?.covers(pending)) continue
      const { did, ...outcome } = await new Delivering(options, pending, signal).deliver()
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

/** One pending change in one turn. */
class Delivering {
  readonly #options: DeliverOptions
  readonly #pending: PendingChange
  readonly #signal: AbortSignal

  constructor(options: DeliverOptions, pending: PendingChange, signal: AbortSignal) {
    this.#options = options
    this.#pending = pending
    this.#signal = signal
  }

  async deliver(): Promise<Outcome> {
    const { outbox } = this.#options
    const pending = this.#pending
    if (await outbox.waitsForOther(pending)) return { did: 'nothing' }
    const { row, ownerRow, ownerPending } = await outbox.around(pending)
    const subject: Subject = {
      entity: pending,
      id: row?.id,
      ownerId: ownerRow?.id,
      want: pending.want,
      sent: pending.sent && { want: pending.sent.want, since: pending.sent.serviceAt },
    }
    const restsMs = this.#restsMs()
    const situation: Situation = {
      owner: ownerOf(pending, ownerRow, ownerPending),
      hasId: row?.id !== undefined,
      rested: restsMs === 0,
    }
    const decision = decide(pending, situation)
    if (decision.do === 'rest') return { did: 'nothing', restsMs }
    // The first answer tells what time it is at the service, which decides later how long a request has rested. Where the service
    // cannot be reached, nothing becomes unsure.
    const isFirst = decision.do === 'send' && this.#options.serviceTime() === undefined
    if (decision.do !== 'probe' && !isFirst) return this.#carryOut(decision, subject)
    try {
      const observed = await this.#look(subject)
      // With what it saw, the service told the time.
      const stillMs = this.#restsMs()
      const rested = stillMs === 0
      const found = decide(pending, { ...situation, rested, observed, ahead: this.#options.ahead() })
      return found.do === 'rest' ? { did: 'nothing', restsMs: stillMs } : await this.#carryOut(found, subject)
    } catch (error) {
      return this.#failed(error)
    }
  }

  #restsMs(): number {
    const { clock, rests, serviceTime } = this.#options
    const now = { device: clock.now(), monotonic: clock.monotonic(), service: serviceTime() ?? undefined }
    return rests.left(this.#pending, now)
  }

  /** The service's time, which it tells in seconds. */
  #serviceNow(): number {
    return this.#options.clock.now() + (this.#options.ahead() ?? this.#pending.ahead) + 1_000
  }

  #look(subject: Subject): Promise<Observed> {
    const { outbox, transport } = this.#options
    const isKnown: IsKnown = async (ids) => {
      const keys = await keysOfIds(outbox.db, ids)
      return new Set(ids.filter((id) => (keys.get(id) ?? subject.entity.key) !== subject.entity.key))
    }
    return transport.probe(subject, isKnown, { signal: this.#signal })
  }

  async #carryOut(decision: Decision, subject: Subject): Promise<Outcome> {
    const { outbox, clock } = this.#options
    const pending = this.#pending
    switch (decision.do) {
      case 'done': {
        const { value, id } = decision
        await outbox.settle(pending, (current, row, tick) =>
          known(pending, current, row, pending.at, { value, id, tick }),
        )
        return { did: 'act' }
      }
      case 'go on': {
        const { value, id, at: baseAt } = decision
        await outbox.settle(pending, (current, row, tick) =>
          known(pending, current, row, pending.sent!.at, { value, id, tick, baseAt }),
        )
        return { did: 'act' }
      }
      case 'block': {
        const { why, code, theirs } = decision
        const blocked = { why, code, theirs, since: clock.now() }
        await outbox.settle(pending, (current, row, tick) => {
          if (!current) return {}
          const observed =
            theirs === undefined ? {} : known(pending, current, row, pending.at, { value: theirs, tick })
          return { ...(observed.row && { row: observed.row }), ...block(current, pending.at, blocked) }
        })
        return { did: 'act' }
      }
      case 'drop':
        await outbox.giveUp(pending)
        return { did: 'act' }
      case 'send':
        return this.#send(subject, decision.from, decision.anew)
      default:
        return { did: 'nothing' }
    }
  }

  async #send(known_: Subject, from: Subject['want'], anew = false): Promise<Outcome> {
    const subject = anew ? { ...known_, id: undefined } : known_
    const { outbox, transport, clock, rests } = this.#options
    const pending = this.#pending
    const beforeSend = mayBegin(clock, this.#signal)
    const sent = await outbox.mark(pending, clock.now(), {
      anew,
      serviceAt: this.#options.serviceTime() ?? undefined,
      ...(pending.kind === 'time' && { before: from }),
    })
    if (!sent) return { did: 'nothing' }
    try {
      const { id } = await transport.send(subject, from, { signal: this.#signal, beforeSend })
      await outbox.settle(pending, (current, row, tick) =>
        known(pending, current, row, sent.at, { value: sent.want, id, tick, baseAt: this.#serviceNow() }),
      )
      return { did: 'act' }
    } catch (error) {
      rests.begin(pending, sent, clock.monotonic())
      return this.#failed(error, sent)
    }
  }

  async #failed(failure: unknown, sent?: Sent): Promise<Outcome> {
    const error = requestError(failure)
    const pending = this.#pending
    const { outbox } = this.#options
    const fault = faultOf(error)
    if (sent && (fault === 'pause' || fault === 'not_allowed'))
      await outbox.settle(pending, (current) => (current ? unsent(current, sent) : {}))
    if (sent && fault === 'refused') {
      await outbox.settle(pending, (current) => (current ? refused(current, sent, error.code) : {}))
      return { did: 'act' }
    }
    // A look that is refused says nothing about the pending change.
    return { did: fault === 'pause' || fault === 'unsure' ? 'end' : 'nothing', problem: error }
  }
}
