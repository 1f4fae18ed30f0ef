import { networksOf } from '../access/client-address.ts'
import type { RelayClock } from '../clock.ts'
import { createThroughput, type Throughput } from './throughput.ts'

/** Maximum number of responses in progress at the same time. */
export interface MostConcurrent {
  /** Default 500. */
  readonly all?: number | undefined
  /** To one address. Default 16. */
  readonly perClient?: number | undefined
}

/** A place among the responses in progress. */
export interface Slot {
  readonly throughput: Throughput
  /** Releases the slot. */
  release(): void
}

interface Taken extends Slot {
  readonly client: string | undefined
  /** The owner whose share of all slots it is part of. */
  readonly owner: string | symbol
  readonly preempt: () => void
}

/** An owner of IPv6 has a /48, with more clients than there are slots. Each caller without an address is a separate owner. */
function ownerOf(address: string | undefined): Pick<Taken, 'client' | 'owner'> {
  if (address === undefined) return { client: undefined, owner: Symbol('unknown') }
  const networks = networksOf(address)
  const client = networks.at(-1)!
  const site = networks.find(([kind]) => kind === 48) ?? client
  return { client: client.join(':'), owner: site.join(':') }
}

/**
 * Assigns slots to responses in progress, limited in total and for each client whose address is known. A client may take any
 * free slot. If all are taken, a caller whose owner has less than its share gets a slot immediately: the slowest response of
 * the owners with the most slots is preempted. If no owner has more slots than the caller's would have, a response is preempted
 * only if its caller is slow.
 */
export function createSlots(
  { all = 500, perClient = 16 }: MostConcurrent | undefined = {},
  clock: Pick<RelayClock, 'monotonic'>,
) {
  /** The taken slots by owner, and their number by client. */
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

  /** Returns the response that is preempted for another one of this owner. */
  function nextToPreempt(owner: Taken['owner']): Taken | undefined {
    const own = owners.get(owner)?.size ?? 0
    const among = owners.has(owner) ? owners.size : owners.size + 1
    let most = 0
    for (const { size } of owners.values()) most = Math.max(most, size)
    const lacks = own < taken / among && most > own + 1
    let slowest: Taken | undefined
    for (const slots of owners.values()) {
      if (lacks ? slots.size < most : slots.size <= own) continue
      for (const slot of slots) {
        if (!lacks && !slot.throughput.isSlow()) continue
        if (!slowest || slot.throughput.behindMs() > slowest.throughput.behindMs()) slowest = slot
      }
    }
    return slowest
  }

  /** Returns undefined if no slot is free. `preempt` is called when the response has to end for another one. */
  return (address: string | undefined, preempt: () => void): Slot | undefined => {
    const { client, owner } = ownerOf(address)
    if ((client === undefined ? 0 : heldBy(client)) >= perClient) return undefined
    if (taken >= all) {
      const slot = nextToPreempt(owner)
      if (!slot) return undefined
      slot.release()
      slot.preempt()
    }
    const slot: Taken = {
      client,
      owner,
      preempt,
      throughput: createThroughput(clock),
      release: () => giveBack(slot),
    }
    hold(slot)
    return slot
  }
}
