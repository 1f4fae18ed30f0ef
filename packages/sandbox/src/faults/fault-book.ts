import type { FaultEffect, FaultSpec, RequestFacts } from './fault.ts'
import { fits } from './match.ts'

/** A fault that was added. */
export interface FaultHandle {
  readonly id: number
  readonly spec: FaultSpec
  /** How often it happened. */
  readonly fired: number
  /** How often it may still happen. */
  readonly remaining: number
  remove(): void
}

class Fault implements FaultHandle {
  readonly id: number
  readonly spec: FaultSpec
  readonly #remove: () => void
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

  remove(): void {
    this.#remove()
  }

  /** Counts the request and says whether the fault happens to it. */
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

  add(spec: FaultSpec): FaultHandle {
    const id = this.#next++
    const fault = new Fault(id, spec, () => this.#faults.delete(id))
    this.#faults.set(id, fault)
    return fault
  }

  /** False where there was none of that id. */
  remove(id: number): boolean {
    return this.#faults.delete(id)
  }

  clear(): void {
    this.#faults.clear()
  }

  list(): FaultHandle[] {
    return [...this.#faults.values()]
  }

  /** The effects of all faults that this request meets; later faults win. Each use counts. */
  take(facts: RequestFacts): FaultEffect {
    let effect: FaultEffect = {}
    for (const fault of this.#faults.values())
      if (fault.meets(facts)) effect = { ...effect, ...fault.spec.effect }
    return effect
  }
}
