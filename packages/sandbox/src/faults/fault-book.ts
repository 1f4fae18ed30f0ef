import { checkFault } from './check-fault.ts'
import type { FaultEffect, FaultSpec, RequestFacts } from './fault.ts'
import { fits } from './match.ts'

/** A fault that was added. */
export interface FaultHandle {
  readonly id: number
  readonly spec: FaultSpec
  /** The number of times that it happened. */
  readonly fired: number
  /** The number of times that it can still happen. */
  readonly remaining: number
  /** The number of requests that wait to be carried out. */
  readonly held: number
  /** Carries out the waiting requests in the order in which they arrived. Resolves when that is done. */
  release(): Promise<void>
  remove(): void
}

/** The faults that happen to a request. */
export interface MetFaults {
  readonly effect: FaultEffect
  /** Keeps work until the fault that requested it is released. */
  hold(work: () => Promise<void>): void
}

class Fault implements FaultHandle {
  readonly id: number
  readonly spec: FaultSpec
  readonly #remove: () => void
  #held: (() => Promise<void>)[] = []
  #seen = 0
  fired = 0

  constructor(id: number, spec: FaultSpec, remove: () => void) {
    this.id = id
    this.spec = spec
    this.#remove = remove
  }

  get remaining(): number {
    const times = this.spec.times === null ? Infinity : (this.spec.times ?? 1)
    return Math.max(0, times - this.fired)
  }

  get held(): number {
    return this.#held.length
  }

  hold(work: () => Promise<void>): void {
    this.#held.push(work)
  }

  async release(): Promise<void> {
    const held = this.#held
    this.#held = []
    for (const work of held) await work()
  }

  remove(): void {
    this.#remove()
  }

  /** Counts the request and returns whether the fault happens to it. */
  meets(facts: RequestFacts): boolean {
    const match = this.spec.match ?? {}
    if (this.remaining === 0 || !fits(match, facts)) return false
    this.#seen += 1
    if (match.nth !== undefined && match.nth !== this.#seen) return false
    this.fired += 1
    return true
  }
}

/** The faults of a sandbox. */
export class FaultBook {
  readonly #faults = new Map<number, Fault>()
  #next = 1

  /** @throws {SandboxError} if the fault has a field that does not exist, or no effect */
  add(spec: FaultSpec): FaultHandle {
    checkFault(spec)
    const id = this.#next++
    const fault = new Fault(id, spec, () => this.#faults.delete(id))
    this.#faults.set(id, fault)
    return fault
  }

  /** Returns false if there was no fault with that id. */
  remove(id: number): boolean {
    return this.#faults.delete(id)
  }

  clear(): void {
    this.#faults.clear()
  }

  list(): FaultHandle[] {
    return [...this.#faults.values()]
  }

  /** Returns the effects of all faults that match this request; later faults win. Each use counts. */
  take(facts: RequestFacts): MetFaults {
    const met = [...this.#faults.values()].filter((fault) => fault.meets(facts))
    const holding = met.findLast(({ spec }) => spec.effect.carriedOut !== undefined)
    return {
      effect: Object.assign({}, ...met.map(({ spec }) => spec.effect)) as FaultEffect,
      hold: (work) => holding?.hold(work),
    }
  }
}
