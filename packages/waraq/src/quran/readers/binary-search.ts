/** An item at a place, with the value to compare. */
export interface Found {
  readonly at: number
  readonly value: number
}

/** Finds the first item between two places, both included. Undefined if all these places are empty. */
export type FindFirst = (from: number, to: number) => Promise<Found | undefined>

/**
 * Finds the first item whose value is at least `wanted`, by binary search. Places may be empty. Values never
 * decrease from place to place.
 */
export async function lowerBound(
  wanted: number,
  least: number,
  greatest: number,
  findFirst: FindFirst,
): Promise<Found | undefined> {
  let [low, high] = [least, greatest]
  let found: Found | undefined
  while (low <= high) {
    const middle = Math.floor((low + high) / 2)
    const next = await firstFrom(middle, high, findFirst)
    if (next && next.value < wanted) low = next.at + 1
    else {
      high = middle - 1
      found = next ?? found
    }
  }
  return found
}

/** Reads one place first, then more and more of the next ones: the first place is nearly always filled. */
async function firstFrom(from: number, to: number, findFirst: FindFirst): Promise<Found | undefined> {
  for (let begin = from, width = 1; begin <= to; begin += width, width *= 4) {
    const found = await findFirst(begin, Math.min(begin + width - 1, to))
    if (found) return found
  }
  return undefined
}
