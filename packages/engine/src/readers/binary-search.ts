/** Something found at a place of an ordered row of places, with what is compared. */
export interface Found {
  readonly at: number
  readonly value: number
}

/** Looks from one place up to another, both included, for the first that holds something. */
export type FindFirst = (from: number, to: number) => Promise<Found | undefined>

/**
 * The first of all places whose value is at least the wanted one; values never fall from place to place. Places may be
 * empty. It halves the distance each time, so that it sees a handful of places of thousands.
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

/** Looks at one place first, then at more and more of those behind it: nearly always the first one holds something. */
async function firstFrom(from: number, to: number, findFirst: FindFirst): Promise<Found | undefined> {
  for (let begin = from, width = 1; begin <= to; begin += width, width *= 4) {
    const found = await findFirst(begin, Math.min(begin + width - 1, to))
    if (found) return found
  }
  return undefined
}
