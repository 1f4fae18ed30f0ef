import { clientKey } from '../access/limits.ts'

/** How many answers may be under way at a time. */
export interface MostConcurrent {
  /** Default 500. */
  readonly all?: number | undefined
  /** To one address. Default 16. */
  readonly perClient?: number | undefined
}

/** Gives the slot back. Call it once. */
export type Release = () => void

/** Hands out slots for answers under way, in all and for each client whose address is known. */
export function createSlots({ all = 500, perClient = 16 }: MostConcurrent = {}) {
  let taken = 0
  const byClient = new Map<string, number>()

  /** Undefined where none is free. */
  return (address: string | undefined): Release | undefined => {
    const client = address === undefined ? undefined : clientKey(address)
    const own = (client !== undefined && byClient.get(client)) || 0
    if (taken >= all || own >= perClient) return undefined
    taken += 1
    if (client !== undefined) byClient.set(client, own + 1)
    return () => {
      taken -= 1
      if (client === undefined) return
      const left = byClient.get(client)! - 1
      if (left > 0) byClient.set(client, left)
      else byClient.delete(client)
    }
  }
}
