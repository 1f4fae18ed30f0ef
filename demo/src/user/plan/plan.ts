import { chapterOf, numberOf } from '../../reading/verse-name.ts'
import { findPage, findSurahAyahByAyahId, getPageMeta, type Page, type Surah } from 'quran-meta/hafs'

/** A plan to read to the end of the Quran in a number of days, by pages of the mushaf of Medina. Pure; no time but `today`. */
export interface Plan {
  /** Number of days. */
  readonly days: number
  /** The first day, such as `2026-11-25`. */
  readonly from: string
  /** The first page. */
  readonly first: number
  /** The last page that is read; `first - 1` at the start. */
  readonly read: number
}

export const pages = 604
export const mostDays = 365
export const usualDays = 30

/** Pages of one day or of several. */
export interface Part {
  readonly first: number
  readonly last: number
}

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

const isWithin = (number: unknown, least: number, most: number): number is number =>
  Number.isInteger(number) && (number as number) >= least && (number as number) <= most

/** Returns the plan that was stored. Null if there is none, or none that is valid. */
export function parsePlan(json: unknown): Plan | null {
  const { days, from, first, read } = (json ?? {}) as Partial<Record<keyof Plan, unknown>>
  if (!isDay(from) || !isWithin(first, 1, pages) || !isWithin(read, first - 1, pages)) return null
  return isWithin(days, 1, Math.min(mostDays, pages - first + 1)) ? { days, from, first, read } : null
}

/** A plan that starts today. With fewer pages than days, each day has one page. */
export function planFrom(first: number, days: number, today: string): Plan {
  return { days: Math.min(days, pages - first + 1), from: today, first, read: first - 1 }
}

/** The pages of a day, from 1. Days differ by one page at most. */
export function partOfDay({ first, days }: Plan, day: number): Part {
  const pagesUntil = (day: number) => Math.floor(((pages - first + 1) * day) / days)
  return { first: first + pagesUntil(day - 1), last: first - 1 + pagesUntil(day) }
}

/** The number of a date in the plan, from 1. Larger than `days` once the plan should have ended. */
export function dayOf({ from }: Plan, date: string): number {
  return Math.max(1, Math.round((Date.parse(date) - Date.parse(from)) / 86_400_000) + 1)
}

/** The date of a day of the plan. */
export function dateOf({ from }: Plan, day: number): string {
  return new Date(Date.parse(from) + (day - 1) * 86_400_000).toISOString().slice(0, 10)
}

export interface Standing {
  /** The day of the plan, its last one at most. */
  readonly day: number
  /** What is to be read today, with what was missed. Null if it is read. */
  readonly part: Part | null
  /** Pages that should have been read before today. */
  readonly missed: number
  /** Pages to the end of the plan. */
  readonly left: number
}

/** What is to be read on a day. */
export function standingOn(plan: Plan, today: string): Standing {
  const day = Math.min(dayOf(plan, today), plan.days)
  const { first, last } = partOfDay(plan, day)
  return {
    day,
    part: plan.read < last ? { first: plan.read + 1, last } : null,
    missed: Math.max(0, first - 1 - plan.read),
    left: pages - plan.read,
  }
}

/**
 * The plan after the person has read at a verse. The pages before it count as read if it is in the part that is to be read
 * now, or at the start of the next one. A place elsewhere, such as one that was looked up, changes nothing.
 */
export function afterReading(plan: Plan, verseKey: string, today: string): Plan {
  const read = pageOf(verseKey) - 1
  if (read <= plan.read) return plan
  const { last } = standingOn(plan, today).part ?? nextPart(plan)
  return read <= last ? { ...plan, read } : plan
}

/** The part of the first day that is not read completely. */
function nextPart(plan: Plan): Part {
  for (let day = 1; ; day += 1) {
    const part = partOfDay(plan, day)
    if (part.last > plan.read) return part
  }
}

/** The verses of pages, from the first to the last. */
export function versesOf({ first, last }: Part): { readonly from: string; readonly to: string } {
  const key = (id: number) => findSurahAyahByAyahId(id).join(':')
  return {
    from: key(getPageMeta(first as Page).firstAyahId),
    to: key(getPageMeta(last as Page).lastAyahId),
  }
}

/** The page of a verse. */
export function pageOf(verseKey: string): number {
  return findPage(chapterOf(verseKey) as Surah, numberOf(verseKey) as never)
}
