import type { MushafWordRow } from '@waraq/protocol'
import { whole } from './fields.ts'

export interface MushafLine {
  /** Line number by the rows, from 1; null where they do not number it. */
  readonly number: number | null
  /** Words in reading order. */
  readonly words: readonly MushafWordRow[]
}

/**
 * The lines of a page, made of its words in reading order. On many pages some words carry the line and position of others.
 * The lines are then made so that their words, line after line, are still in reading order.
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
 * Where the places themselves are complete (each line counts its positions up), the words have only swapped them: the places
 * are assigned again in reading order. Undefined where the places are not complete.
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

/** Line numbers that never fall. Where a word's own number would fall, its neighbours decide. */
function numbersInOrder(words: readonly MushafWordRow[]): (number | null)[] {
  const numbers = words.map((word) => whole(word.line_number))
  const kept = longestRising(numbers)
  let before: number | null = null
  let next = 0
  return numbers.map((number, index) => {
    if (kept.has(index)) return (before = number)
    for (next = Math.max(next, index + 1); next < words.length && !kept.has(next);) next++
    const after = numbers[next] ?? null
    // Where the next kept word is not the first of its line, this word begins that line.
    const beginsLine = after !== null && (whole(words[next]?.position_in_line) ?? 1) > 1
    return (before = before === null || beginsLine ? (after ?? before) : before)
  })
}

/** Indexes of the longest non-decreasing subsequence. */
function longestRising(numbers: readonly (number | null)[]): Set<number> {
  /** For each length, less one: the index of the least number that a subsequence of this length can end with. */
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

/** Number of items that fit, by binary search: the items that fit come first. */
function countUpTo(list: readonly number[], fits: (item: number) => boolean): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (fits(list[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
