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
 * Delivers what can be delivered now, one pending change after the other, in the order of the mutations. Ends with the first
 * error that is not an answer about a pending change.
 * @throws {WaraqError} of storage, `writer_superseded`; or the abort reason of `signal`
 */
export async function deliver(options: DeliverOptions, signal: AbortSignal): Promise<Turn> {
  const { outbox, feed } = options
  const fed = feed && (await feed.exchange(options, signal))
  let problem = fed?.problem
  const isOver = problem && ['pause', 'unsure'].includes(faultOf(problem))
  // A feed that makes no progress does not stop delivery by the operations.
  if (isOver && problem?.code !== 'feed_inconsistent') return fed!
  for (;;) {
    let hasProgressed = false
    let inDoubtMs = fed?.inDoubtMs ?? Infinity
    for (let pending = await outbox.after(-1); pending; pending = await outbox.after(pending.at)) {
      signal.throwIfAborted()
      if (feed?.covers(pending)) continue
      const { did, ...outcome } = await new Delivering(options, pending, signal).deliver()
      hasProgressed ||= did === 'progress'
      inDoubtMs = Math.min(inDoubtMs, outcome.inDoubtMs ?? Infinity)
      problem = outcome.problem ?? problem
      if (did === 'end') return { inDoubtMs, problem }
    }
    // Others may have waited for what was delivered in this pass.
    if (!hasProgressed) return { inDoubtMs, problem }
  }
}

interface Outcome {
  /** `progress`: something has changed. `end`: the turn is over. */
  readonly did: 'progress' | 'nothing' | 'end'
  readonly inDoubtMs?: number
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
      desired: pending.desired,
      sent: pending.sent && { desired: pending.sent.desired, since: pending.sent.serviceAt },
    }
    const inDoubtMs = this.#inDoubtMs()
    const situation: Situation = {
      owner: ownerOf(pending, ownerRow, ownerPending),
      hasId: row?.id !== undefined,
      isCertain: inDoubtMs === 0,
    }
    const decision = decide(pending, situation)
    if (decision.do === 'doubt') return { did: 'nothing', inDoubtMs }
    // The first answer reports the service's time, which later decides how long a request has been in doubt. So a probe comes
    // before the first send. If the service cannot be reached, no request becomes in doubt.
    const isFirst = decision.do === 'send' && this.#options.serviceTime() === undefined
    if (decision.do !== 'probe' && !isFirst) return this.#carryOut(decision, subject)
    try {
      const observed = await this.#probe(subject)
      // The answer to the probe also reported the service's time.
      const stillMs = this.#inDoubtMs()
      const isCertain = stillMs === 0
      const found = decide(pending, { ...situation, isCertain, observed, ahead: this.#options.ahead() })
      return found.do === 'doubt'
        ? { did: 'nothing', inDoubtMs: stillMs }
        : await this.#carryOut(found, subject)
    } catch (error) {
      return this.#failed(error)
    }
  }

  #inDoubtMs(): number {
    const { clock, doubts, serviceTime } = this.#options
    const now = { device: clock.now(), monotonic: clock.monotonic(), service: serviceTime() ?? undefined }
    return doubts.left(this.#pending, now)
  }

  /** The service's time. One second is added because the service reports whole seconds. */
  #serviceNow(): number {
    return this.#options.clock.now() + (this.#options.ahead() ?? this.#pending.ahead) + 1_000
  }

  #probe(subject: Subject): Promise<Observed> {
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
        return { did: 'progress' }
      }
      case 'go on': {
        const { value, id, at: baseAt } = decision
        await outbox.settle(pending, (current, row, tick) =>
          known(pending, current, row, pending.sent!.at, { value, id, tick, baseAt }),
        )
        return { did: 'progress' }
      }
      case 'block': {
        const { why, code, remote } = decision
        const blocked = { why, code, remote, since: clock.now() }
        await outbox.settle(pending, (current, row, tick) => {
          if (!current) return {}
          const observed =
            remote === undefined ? {} : known(pending, current, row, pending.at, { value: remote, tick })
          return { ...(observed.row && { row: observed.row }), ...block(current, pending.at, blocked) }
        })
        return { did: 'progress' }
      }
      case 'drop':
        await outbox.giveUp(pending)
        return { did: 'progress' }
      case 'send':
        return this.#send(subject, decision.from, decision.recreate)
      default:
        return { did: 'nothing' }
    }
  }

  async #send(known_: Subject, from: Subject['desired'], recreate = false): Promise<Outcome> {
    const subject = recreate ? { ...known_, id: undefined } : known_
    const { outbox, transport, clock, doubts } = this.#options
    const pending = this.#pending
    const beforeSend = mayBegin(clock, this.#signal)
    const sent = await outbox.mark(pending, clock.now(), {
      recreate,
      serviceAt: this.#options.serviceTime() ?? undefined,
      ...(pending.kind === 'time' && { before: from }),
    })
    if (!sent) return { did: 'nothing' }
    try {
      const { id } = await transport.send(subject, from, { signal: this.#signal, beforeSend })
      await outbox.settle(pending, (current, row, tick) =>
        known(pending, current, row, sent.at, { value: sent.desired, id, tick, baseAt: this.#serviceNow() }),
      )
      return { did: 'progress' }
    } catch (error) {
      doubts.begin(pending, sent, clock.monotonic())
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
      return { did: 'progress' }
    }
    // A probe that is refused says nothing about the pending change.
    return { did: fault === 'pause' || fault === 'unsure' ? 'end' : 'nothing', problem: error }
  }
}
