import type { RelayClock } from '../clock.ts'
import type { Route } from '../events/log.ts'
import type { ResilientStore } from '../store/resilient-store.ts'
import { networksOf, type Network } from './client-address.ts'
import type { HostContext, Limits } from './options.ts'
import { countMinSketch, type FillRandomly, type Sketch } from './sketch.ts'

/** Which limit was reached. */
export type LimitKind = 'all' | 'origin' | 'client'

export interface LimitReached {
  readonly kind: LimitKind
  readonly retryAfterSeconds: number
}

/**
 * Default limits, in requests per minute. One process serves those of origin and all without effort: a token is a text in
 * memory, and a machine with two cores serves thousands of them per second.
 */
const usual = { perClient: 120, perOrigin: 60_000, all: 120_000 }
/**
 * How many clients a wider network counts as. A household or a rented server has a /56 or a /48. A phone carrier assigns each
 * phone a /64 out of a /48, but few of these phones send requests in the same minute.
 */
const clientsIn: Readonly<Record<number, number>> = { 48: 32, 56: 4 }
/**
 * A /32 belongs to a carrier or a hosting provider. It may use this part of the smaller limit of origin and all, so that none
 * takes the place of all others.
 */
const partOfProvider = 1 / 2
/** This last part of a limit of origin or all is reserved for clients with their first requests in this minute. */
const partForFirst = 1 / 4
const firstTimes = 2
/** A limit for fewer clients than this has no such part: a few of them may use it up. */
const fewClients = 100
/** A client that has used this part of its limit gets an exact count. */
const partUntilExact = 1 / 8
/** Maximum number of exact counts per minute. It bounds memory and the exchange between processes. */
const mostExact = 10_000
const windowMs = 60_000
/** Milliseconds between two exchanges of counts with other processes. */
const shareGapMs = 250

/** Maximum time after the end of the minute that a refused caller has to wait. */
const longestQueueMs = 5 * windowMs

/**
 * An exact count of this minute: in this process, in this process since the last exchange, and in all other processes at the
 * last exchange.
 */
interface Count {
  here: number
  unshared: number
  elsewhere: number
  readonly most: number
  /** Refused requests that should come again after this minute. Those of other processes are estimated. */
  waiting: number
}

const none = { here: 0, unshared: 0, elsewhere: 0, waiting: 0 }

/** A count that includes a request. Requests only get this far from listed origins, so there are few counts of origins. */
interface Step {
  readonly kind: LimitKind
  readonly name: string
  readonly most: number
  readonly network?: Network
}

/**
 * Counts requests per minute, separately for each route. A request is counted only if no limit refuses it.
 *
 * Any number of clients is counted in bounded memory. A client is counted in a sketch until it approaches its limit, and
 * exactly from then on. If no exact count is left, the client stays in the sketch, and is refused if its estimate, minus the
 * noise of other clients, exceeds its limit. Clients that the sketch cannot tell apart therefore pass, and the limits of origin
 * and all decide. The last quarter of these limits is reserved for clients that come for the first or second time in a minute,
 * because an attacker with thousands of addresses sends more requests.
 *
 * A refused caller is told to come back when there is room for it: the first one right after the minute, and each further one a
 * little later, as fast as the limit allows. Otherwise a school behind one address would come back in the same second of each
 * minute, and most of it in vain.
 *
 * No caller waits for the store: processes exchange exact counts a few times per second. A fleet may therefore exceed a limit
 * by the requests between two exchanges. It may exceed the limit of a client by an additional eighth for each further process.
 * If more than 10,000 clients approach their limits in one minute, the excess is as if each process counted separately.
 */
export function limiter(
  route: Route,
  limits: Limits | false | undefined,
  clock: RelayClock,
  store: ResilientStore | undefined,
  random: FillRandomly = (numbers) => crypto.getRandomValues(numbers),
) {
  const { perClient = usual.perClient, perOrigin = usual.perOrigin, all = usual.all } = limits || {}
  let minute = -1
  let sharedAt = -Infinity
  let counts = new Map<string, Count>()
  let sketch: Sketch | undefined

  function begin(current: number): void {
    if (current === minute) return
    const served = current - minute
    const left = [...counts].map(([name, count]) => {
      const { most, waiting } = count
      return [name, { ...none, most, waiting: waiting - served * most }] as const
    })
    counts = new Map(left.filter(([, { waiting }]) => waiting > 0))
    minute = current
    sketch?.clear()
  }

  /** Milliseconds from the end of the minute until a request that this count refuses should come again. */
  function queued({ name }: Step): number {
    const count = counts.get(name)
    if (!count) return 0
    const { here, elsewhere, most, waiting } = count
    count.waiting += (here + elsewhere) / Math.max(1, here)
    return ((waiting / most) * windowMs) % longestQueueMs
  }

  function clientStep(network: Network): Step {
    const [kind] = network
    const most = kind === 32 ? Math.min(perOrigin, all) * partOfProvider : perClient * (clientsIn[kind!] ?? 1)
    return { kind: 'client', name: `client:${network.join(':')}`, most, network }
  }

  /** The estimated count of a network, minus the noise of other networks. */
  const alone = (estimate: number) => Math.max(0, estimate - sketch!.noise())

  function counted({ name, network }: Step): number {
    const exact = counts.get(name)
    if (exact) return exact.here + exact.elsewhere
    return network ? alone((sketch ??= countMinSketch(random)).estimate(network)) : 0
  }

  /** Returns the limit that has only its part for first requests left, if this request is not a first one. */
  function keptForFirst(steps: readonly Step[]): Step | undefined {
    const client = steps.findLast(({ kind }) => kind === 'client')
    if (!client || counted(client) < firstTimes) return undefined
    return steps.find(
      (step) =>
        step.kind !== 'client' &&
        step.most >= fewClients * perClient &&
        counted(step) >= step.most * (1 - partForFirst),
    )
  }

  function count({ name, most, network }: Step): void {
    const exact = counts.get(name)
    if (exact) {
      exact.here += 1
      exact.unshared += 1
      return
    }
    const here = network ? alone(sketch!.add(network)) : 1
    const isNear = here >= Math.max(1, most * partUntilExact) && counts.size < mostExact
    if (isNear || !network) counts.set(name, { ...none, here, unshared: here, most })
  }

  async function share(shared: ResilientStore): Promise<void> {
    const entries = [...counts].filter(([, { unshared }]) => unshared > 0)
    const amounts = new Map(
      entries.map(([key, { unshared }]) => [`limit:${route}:${key}:${minute}`, unshared]),
    )
    for (const [, entry] of entries) entry.unshared = 0
    const sums = await shared.add(amounts, 2 * windowMs)
    entries.forEach(([, entry], index) => {
      const sum = sums?.[index]
      if (sum !== undefined) entry.elsewhere = Math.max(0, sum - (entry.here - entry.unshared))
    })
  }

  return (origin: string | null, { address, waitUntil }: HostContext): LimitReached | undefined => {
    if (limits === false) return undefined
    const now = clock.now()
    begin(Math.floor(now / windowMs))
    const steps: Step[] = [
      // The widest network first: if it refuses a request, the others are not looked up.
      ...(address === undefined ? [] : networksOf(address)).map(clientStep),
      { kind: 'origin' as const, name: `origin:${origin ?? 'same'}`, most: perOrigin },
      { kind: 'all' as const, name: 'all', most: all },
    ].filter(({ most }) => most !== Infinity)
    const over = steps.find((step) => counted(step) + 1 > step.most) ?? keptForFirst(steps)
    if (!over) steps.forEach(count)
    if (store && clock.monotonic() - sharedAt >= shareGapMs) {
      sharedAt = clock.monotonic()
      const shared = share(store)
      waitUntil?.(shared)
    }
    if (!over) return undefined
    const againAt = (minute + 1) * windowMs + queued(over)
    return { kind: over.kind, retryAfterSeconds: Math.max(1, Math.ceil((againAt - now) / 1000)) }
  }
}
