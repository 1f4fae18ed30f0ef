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
  /** The slots of each owner that has any, and how many of them each client has. */
  const owners = new Map<Taken['owner'], Set<Taken>>()
  const clients = new Map<string, number>()
  let taken = 0

  function hold(slot: Taken): void {
    const { client, owner } = slot
    const own = owners.get(owner)
    if (own) own.add(slot)
    else owners.set(owner, new Set([slot]))
    if (client !== undefined) clients.set(client, heldBy(client) + 1)
    taken += 1
  }

  function giveBack(slot: Taken): void {
    const { client, owner } = slot
    const own = owners.get(owner)
    if (!own?.delete(slot)) return
    taken -= 1
    if (own.size === 0) owners.delete(owner)
    if (client === undefined) return
    const left = heldBy(client) - 1
    if (left === 0) clients.delete(client)
    else clients.set(client, left)
  }

  const heldBy = (client: string) => clients.get(client) ?? 0

  /** The answer that makes room for one more of this owner. */
  function nextToGiveWay(owner: Taken['owner']): Taken | undefined {
    const own = owners.get(owner)?.size ?? 0
    const among = owners.has(owner) ? owners.size : owners.size + 1
    let most = 0
    for (const { size } of owners.values()) most = Math.max(most, size)
    const lacks = own < taken / among && most > own + 1
    let slowest: Taken | undefined
    for (const slots of owners.values()) {
      if (lacks ? slots.size < most : slots.size <= own) continue
      for (const slot of slots) {
        if (!lacks && !slot.pace.isSlow()) continue
        if (!slowest || slot.pace.behindMs() > slowest.pace.behindMs()) slowest = slot
      }
    }
    return slowest
  }

  /** Undefined where none is free. `giveWay` is called where the answer has to end for another one. */
  return (address: string | undefined, giveWay: () => void): Slot | undefined => {
    const { client, owner } = ownerOf(address)
    if ((client === undefined ? 0 : heldBy(client)) >= perClient) return undefined
    if (taken >= all) {
      const slot = nextToGiveWay(owner)
      if (!slot) return undefined
      slot.release()
      slot.giveWay()
    }
    const slot: Taken = { client, owner, giveWay, pace: createPace(clock), release: () => giveBack(slot) }
    hold(slot)
    return slot
  }
}
