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
 * The limits of origin and all are what one process answers without an effort: a token is a text that it keeps, and a machine
 * of two cores gives thousands of them a second.
 */
const usual = { perClient: 120, perOrigin: 60_000, all: 120_000 }
/**
 * How many clients a wider network may count for. A household or a rented server has a /56 or a /48. A phone carrier gives each
 * phone a /64 out of a /48, of which few ask in the same minute.
 */
const clientsIn: Readonly<Record<number, number>> = { 48: 32, 56: 4 }
/** A /32 is a carrier or a hoster. It may have this part of all, so that none takes the place of all others. */
const partOfProvider = 1 / 2
/** The last part of a limit of origin or all is for clients that come for the first times in this minute. */
const partForFirst = 1 / 4
const firstTimes = 2
/** A limit of fewer clients than this has no such part: a few of them may use it up. */
const fewClients = 100
/** From this part of its limit on a client has an exact count. */
const partUntilExact = 1 / 8
/** The most exact counts of a minute, which bounds memory and what processes exchange. */
const mostExact = 10_000
const windowMs = 60_000
/** Milliseconds between two exchanges of counts with other processes. */
const shareGapMs = 250

/** The longest that a refused caller is told to wait after the end of the minute. */
const longestQueueMs = 5 * windowMs

/** An exact count of this minute: here, here since it was last shared, and in all other processes when it was. */
interface Count {
  here: number
  unshared: number
  elsewhere: number
  readonly most: number
  /** Requests that were refused, and are to come again after this minute; those of other processes by estimate. */
  waiting: number
}

const none = { here: 0, unshared: 0, elsewhere: 0, waiting: 0 }

/** A count that a request is part of. The origins of requests that come this far are listed, so those counts are few. */
interface Step {
  readonly kind: LimitKind
  readonly name: string
  readonly most: number
  readonly network?: Network
}

/**
 * Counts requests by minute; each route counts by itself. A request is counted only where no limit refuses it.
 *
 * Clients without end are told apart in bounded memory: each is counted in a sketch until it nears its limit, and exactly from
 * then on. A client for which no exact count is left stays in the sketch, and is refused where its estimate, without the noise
 * of the others, is beyond its limit. So what the sketch cannot tell apart passes, and the limits of origin and all decide. The
 * last quarter of these is for clients that come for the first or second time in a minute: an attacker with thousands of
 * addresses asks more often.
 *
 * What a limit refuses is told to come when there is room for it: the first that is refused after the minute, and each further
 * one a little later, as fast as the limit allows. A school behind one address would come back in the same second else, each
 * minute again, and most of it in vain.
 *
 * No caller waits for the store: processes exchange exact counts a few times a second. A fleet may exceed a limit by the
 * requests that come in between; and that of a client by an eighth for each further process, or, beyond 10,000 clients that near
 * their limits in one minute, as if each process counted for itself.
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

  /** How long after the minute a request comes that this count refuses. */
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

  /** The count of a network by its estimate, without what others add to it. */
  const alone = (estimate: number) => Math.max(0, estimate - sketch!.noise())

  function counted({ name, network }: Step): number {
    const exact = counts.get(name)
    if (exact) return exact.here + exact.elsewhere
    return network ? alone((sketch ??= countMinSketch(random)).estimate(network)) : 0
  }

  /** The limit of which only the part for first requests is left, where this is none. */
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
      // The widest network first: what it refuses is not looked up further.
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
