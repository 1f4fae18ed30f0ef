import { networksOf } from '../access/client-address.ts'
import type { RelayClock } from '../clock.ts'
import { createPace, type Pace } from './pace.ts'

/** How many answers may be under way at a time. */
export interface MostConcurrent {
  /** Default 500. */
  readonly all?: number | undefined
  /** To one address. Default 16. */
  readonly perClient?: number | undefined
}

/** A place among the answers under way. */
export interface Slot {
  readonly pace: Pace
  /** Gives the slot back. */
  release(): void
}

interface Taken extends Slot {
  readonly client: string | undefined
  /** Whose share of all slots it is part of. */
  readonly owner: string | symbol
  readonly giveWay: () => void
}

/** An owner of IPv6 has a /48, and in it more clients than there are slots. A caller without an address is an owner by itself. */
function ownerOf(address: string | undefined): Pick<Taken, 'client' | 'owner'> {
  if (address === undefined) return { client: undefined, owner: Symbol('unknown') }
  const networks = networksOf(address)
  const client = networks.at(-1)!
  const site = networks.find(([kind]) => kind === 48) ?? client
  return { client: client.join(':'), owner: site.join(':') }
}

/**
 * Hands out slots for answers under way, in all and for each client whose address is known. A client may take what is free. Once
 * all are taken, a caller whose owner has less than its share gets a slot at once: the slowest answer of the owners with most
 * slots gives way. Where no owner has more slots than the caller's would have, an answer gives way only if its caller is slow.
 */
export function createSlots(
  { all = 500, perClient = 16 }: MostConcurrent | undefined = {},
  clock: Pick<RelayClock, 'monotonic'>,
) {
  const taken = new Set<Taken>()

  /** The answer that makes room for one more of this owner. */
  function nextToGiveWay(owner: Taken['owner']): Taken | undefined {
    const held = new Map([[owner, 0]])
    for (const slot of taken) held.set(slot.owner, (held.get(slot.owner) ?? 0) + 1)
    const own = held.get(owner)!
    const most = Math.max(...held.values())
    const lacks = own < taken.size / held.size && most > own + 1
    const mayGiveWay = (slot: Taken) =>
      lacks ? held.get(slot.owner) === most : held.get(slot.owner)! > own && slot.pace.isSlow()
    const slower = (one: Taken, other: Taken) => (other.pace.behindMs() > one.pace.behindMs() ? other : one)
    const [first, ...more] = [...taken].filter(mayGiveWay)
    return first && more.reduce(slower, first)
  }

  /** Undefined where none is free. `giveWay` is called where the answer has to end for another one. */
  return (address: string | undefined, giveWay: () => void): Slot | undefined => {
    const { client, owner } = ownerOf(address)
    const own = client === undefined ? [] : [...taken].filter((slot) => slot.client === client)
    if (own.length >= perClient) return undefined
    if (taken.size >= all) {
      const slot = nextToGiveWay(owner)
      if (!slot) return undefined
      slot.release()
      slot.giveWay()
    }
    const slot: Taken = { client, owner, giveWay, pace: createPace(clock), release: () => taken.delete(slot) }
    taken.add(slot)
    return slot
  }
}
