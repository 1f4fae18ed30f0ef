/**
 * Whether at most `most` changed, added or omitted letters turn one text into the other (Levenshtein), counted in UTF-16 code
 * units. Stops as soon as the result is known.
 */
export function withinEdits(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false
  // Shared start and end cost no edits, and are usually most of the text.
  let from = 0
  while (from < one.length && one[from] === other[from]) from++
  let [oneEnd, otherEnd] = [one.length, other.length]
  while (oneEnd > from && otherEnd > from && one[oneEnd - 1] === other[otherEnd - 1]) {
    oneEnd--
    otherEnd--
  }
  return distance(one.slice(from, oneEnd), other.slice(from, otherEnd), most) <= most
}

/** The distance, computed row by row of the usual table. Infinite as soon as all values of a row are above `most`. */
function distance(one: string, other: string, most: number): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const now = [row]
    for (let column = 1; column <= other.length; column++) {
      const changed = before[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1)
      now.push(Math.min(changed, before[column]! + 1, now[column - 1]! + 1))
    }
    if (Math.min(...now) > most) return Infinity
    before = now
  }
  return before.at(-1)!
}
