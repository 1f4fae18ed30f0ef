import type { MushafWordRow } from '@waraq/protocol'
import { whole } from './fields.ts'

export interface MushafLine {
  /** Line number from the rows, from 1; null if they do not number it. */
  readonly number: number | null
  /** Words in reading order. */
  readonly words: readonly MushafWordRow[]
}

/**
 * Groups the words of a page into lines, in reading order. On many pages some words carry the line and position of others. The
 * lines are therefore made so that their words, line after line, stay in reading order.
 */
export function linesOf(words: readonly MushafWordRow[]): MushafLine[] {
  const numbers = placesHandedOut(words) ?? numbersInOrder(words)
  const lines: { number: number | null; words: MushafWordRow[] }[] = []
  for (const [index, word] of words.entries()) {
    const number = numbers[index] ?? null
    const line = lines.at(-1)
    if (line && line.number === number) line.words.push(word)
    else lines.push({ number, words: [word] })
  }
  return lines
}

/**
 * If the places are complete (each line counts its positions without gaps), words have only swapped places. The places are then
 * assigned again in reading order. Undefined if the places are not complete.
 */
function placesHandedOut(words: readonly MushafWordRow[]): number[] | undefined {
  const places: (readonly [line: number, position: number])[] = []
  for (const word of words) {
    const [line, position] = [whole(word.line_number), whole(word.position_in_line)]
    if (line === null || position === null) return undefined
    places.push([line, position])
  }
  places.sort(([line, position], [otherLine, otherPosition]) => line - otherLine || position - otherPosition)
  const counted = places.every(([line, position], index) => {
    const [lineBefore, positionBefore] = places[index - 1] ?? []
    return line === lineBefore ? position === positionBefore! + 1 : position === 0 || position === 1
  })
  return counted ? places.map(([line]) => line) : undefined
}

/** Returns line numbers that never decrease. If a word's own number would decrease, its neighbours determine it. */
function numbersInOrder(words: readonly MushafWordRow[]): (number | null)[] {
  const numbers = words.map((word) => whole(word.line_number))
  const kept = longestRising(numbers)
  let before: number | null = null
  let next = 0
  return numbers.map((number, index) => {
    if (kept.has(index)) return (before = number)
    for (next = Math.max(next, index + 1); next < words.length && !kept.has(next);) next++
    const after = numbers[next] ?? null
    // If the next kept word is not the first of its line, this word starts that line.
    const beginsLine = after !== null && (whole(words[next]?.position_in_line) ?? 1) > 1
    return (before = before === null || beginsLine ? (after ?? before) : before)
  })
}

/** Indexes of the longest non-decreasing subsequence. */
function longestRising(numbers: readonly (number | null)[]): Set<number> {
  /** By length minus one: the index of the smallest number that a subsequence of this length can end with. */
  const ends: number[] = []
  const previous = new Map<number, number | undefined>()
  for (const [index, number] of numbers.entries()) {
    if (number === null) continue
    const length = countUpTo(ends, (end) => numbers[end]! <= number)
    previous.set(index, ends[length - 1])
    ends[length] = index
  }
  const chosen = new Set<number>()
  for (let index = ends.at(-1); index !== undefined; index = previous.get(index)) chosen.add(index)
  return chosen
}

/** Number of items that fit, by binary search. Items that fit must come first. */
function countUpTo(list: readonly number[], fits: (item: number) => boolean): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (fits(list[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
