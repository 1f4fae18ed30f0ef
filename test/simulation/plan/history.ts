import { isWaraqError } from '@waraq/protocol'
import type { Plan } from '../../../packages/waraq/src/sync/run/plan/plan-types.ts'
import { seeded, type Random } from '@waraq/test-support/random'
import { FeedArithmetic, keys, snapshotModes, type Rows } from './feed-arithmetic.ts'
import { indexOf, PlanStore, type Subscription } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000

function same(a: Rows, b: Rows): boolean {
  return a === b || (a !== null && b !== null && a[0] === b[0] && a[1] === b[1] && a[2] === b[2])
}

/** A history of batches that overlap, are interrupted, come late or stay partial. Throws if a promise is broken. */
export class PlanHistory {
  readonly trace: string[] = []
  readonly #random: Random
  readonly #service: FeedArithmetic
  readonly #store = new PlanStore()
  readonly #seen: [number, number] = [0, 0]
  readonly #everSeen: [boolean, boolean] = [false, false]
  readonly #older: boolean
  readonly #telling: boolean
  readonly #shares: boolean

  /** `shares`: subscriptions take tokens of earlier bounds, and one run asks for both. */
  constructor(seed: number, shares: boolean, telling = false) {
    this.#telling = telling
    this.#shares = shares
    this.#random = seeded(seed)
    this.#service = new FeedArithmetic(snapshotModes[seed % snapshotModes.length]!, this.#random)
    this.#older = this.#random.chance(0.5)
  }

  run(): void {
    const steps = 8 + this.#random.int(16)
    for (let step = 0; step < steps; step += 1) {
      const dice = this.#random.next()
      const subscription = this.#random.pick(this.#store.subscriptions)
      if (dice < 0.35) this.#service.change(this.#random.int(2) as 0 | 1)
      else if (dice < 0.38) this.#forget(subscription)
      else if (dice < 0.4) this.#store.now += dayMs
      else if (this.#shares && dice < 0.48) this.#takeEarlier()
      else if (!subscription.set) this.#begin(subscription)
      else this.#work(subscription, false)
      this.#look()
    }
    this.#end()
  }

  #forget(subscription: Subscription): void {
    subscription.token = null
    subscription.sequence = null
  }

  /** A token with an earlier or equal bound replaces the subscription's own, or that of both. */
  #takeEarlier(): void {
    const { subscriptions } = this.#store
    const some = this.#random.chance(0.7) ? subscriptions : [this.#random.pick(subscriptions)]
    const bounds = some.map(({ sequence }) => sequence)
    if (some.some(({ set }) => set) || bounds.includes(null)) return
    const token = this.#random.int(Math.min(...bounds.map((upTo) => upTo!)) + 1)
    for (const each of some) each.token = token
    this.#note(() => `take ${token} of ${some.map(({ resources }) => resources.length).join(' and ')}`)
  }

  /** The other subscription, if the run of all may ask for it, too. */
  #along(subscription: Subscription): Subscription | null {
    const [all, one] = this.#store.subscriptions
    if (!this.#shares || subscription !== all || all!.token === null) return null
    return one!.token === all!.token && !one!.set ? one! : null
  }

  /** Takes functions that create the lines of the trace: most traces are never printed. */
  #note(line: () => string): void {
    if (this.#telling) this.trace.push(line())
  }

  #begin(subscription: Subscription): void {
    this.#store.begin(subscription, this.#service, this.#older, this.#along(subscription))
    const { mode, upTo } = subscription.set!
    this.#note(
      () => `begin ${subscription.resources.length} ${mode} up to ${upTo} from ${subscription.token}`,
    )
  }

  /** Plans the batch, fetches what it needs and commits, unless it is interrupted. */
  #work(subscription: Subscription, honest: boolean): void {
    const set = subscription.set!
    // As the engine does: a commit finds that a subscription of its run has changed.
    const isChanged = set.along !== null && (set.along.token !== set.from || set.along.set !== null)
    const planned = isChanged ? null : this.#planned(subscription)
    if (!planned || planned.abandoned || (set.mode === 'incremental') !== (subscription.token !== null)) {
      subscription.set = null
      return
    }
    this.#note(() => `plan ${planned.items.map(({ action, key }) => `${action} ${key}`).join(', ')}`)
    const needed = new Set<0 | 1>()
    for (const item of planned.items) {
      if (item.action !== 'fetch') continue
      if (!honest && this.#random.chance(0.1)) return
      const kept = set.prepared.get(item.key)
      if (kept && kept.floor >= item.floor) continue
      const failed = !honest && this.#random.chance(0.1)
      const { rows, sequence } = this.#service.snapshot(indexOf(item.key), honest)
      this.#note(() => `snapshot ${item.key} ${JSON.stringify(rows)} at ${sequence}, floor ${item.floor}`)
      // A 404 carries no sequence that could reveal a lagging replica.
      if (failed || (rows !== null && sequence < item.floor)) {
        if (!item.optional) needed.add(indexOf(item.key))
      } else {
        if (rows === null && this.#service.states[indexOf(item.key)].at(-1) !== null)
          this.#store.denied.add(item.key)
        this.#store.receive(subscription, item, rows, sequence)
        this.#look()
      }
    }
    if (!honest && this.#random.chance(0.1)) return
    this.#store.commit(subscription, planned, needed)
    this.#note(() => `commit, token ${subscription.token}`)
  }

  /** Null if the batch is older than the local content. It is then dropped and started again. */
  #planned(subscription: Subscription): Plan | null {
    try {
      return this.#store.plan(subscription)
    } catch (error) {
      if (isWaraqError(error) && error.code === 'feed_went_back') return null
      throw error
    }
  }

  /** I1, I9, I7: published content is a state that the service had, not older than one seen or covered. */
  #look(): void {
    for (const key of keys) {
      const resource = indexOf(key)
      const rows = this.#store.local.get(key)?.rows ?? null
      const covering = this.#store.subscriptions.filter(
        ({ sequence, resources }) => sequence !== null && resources.includes(resource),
      )
      const covered = Math.max(-1, ...covering.map(({ sequence }) => sequence!))
      const from = Math.max(this.#seen[resource], covered)
      if (rows === null) {
        const excused = this.#store.denied.has(key) || (covered < 0 && !this.#everSeen[resource])
        if (excused || this.#service.states[resource].slice(from).includes(null)) continue
        throw new Error(`I11: ${key} is absent, seen at ${this.#seen[resource]}, covered at ${covered}`)
      }
      const found = this.#service.states[resource].findIndex((state, at) => at >= from && same(state, rows))
      if (found < 0)
        throw new Error(`I1, I9 or I7: ${key} shows ${JSON.stringify(rows)}, not at or after ${from}`)
      this.#seen[resource] = found
      this.#everSeen[resource] = true
    }
  }

  /** Ends the history without faults: a few runs bring everything up to date. */
  #end(): void {
    for (let round = 0; round < 4; round += 1) {
      for (const subscription of this.#store.subscriptions) {
        if (!subscription.set) this.#begin(subscription)
        this.#work(subscription, true)
        this.#look()
      }
      const { subscriptions, denied } = this.#store
      if (denied.size === 0 && subscriptions.every(({ sequence }) => sequence === this.#service.sequence))
        break
      this.#store.now += 2 * dayMs
    }
    for (const key of keys) {
      const rows = this.#store.local.get(key)?.rows ?? null
      const wanted = this.#service.states[indexOf(key)].at(-1)!
      if (!same(rows, wanted)) {
        throw new Error(
          `I7: ${key} ends as ${JSON.stringify(rows)}, the service has ${JSON.stringify(wanted)}`,
        )
      }
    }
  }
}
