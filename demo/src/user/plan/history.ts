import { chapterOf } from '../../reading/verse-name.ts'

/** A place where the person read on this device. */
export interface Visit {
  readonly verseKey: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

const most = 30
/** Milliseconds. Places of one chapter within this time are one visit, with its last place. */
const sameVisitMs = 20 * 60_000

const isVisit = (each: unknown): each is Visit => {
  const { verseKey, at } = Object(each) as Partial<Record<keyof Visit, unknown>>
  return typeof verseKey === 'string' && /^\d{1,3}:\d{1,3}$/.test(verseKey) && Number.isFinite(at)
}

/** Returns the valid visits of what was stored, the latest first. */
export function parseHistory(json: unknown): readonly Visit[] {
  return Array.isArray(json) ? json.filter(isVisit).slice(0, most) : []
}

/** The history after a visit, the latest first. */
export function withVisit(history: readonly Visit[], visit: Visit): readonly Visit[] {
  const [latest, ...others] = history
  const goesOn =
    latest && chapterOf(latest.verseKey) === chapterOf(visit.verseKey) && visit.at - latest.at <= sameVisitMs
  return [visit, ...(goesOn ? others : history)].slice(0, most)
}

/** This device's visits and those of others, the latest first. A place that both tell counts once. */
export function joined(here: readonly Visit[], there: readonly Visit[]): readonly Visit[] {
  const isHere = (visit: Visit) =>
    here.some((each) => each.verseKey === visit.verseKey && Math.abs(each.at - visit.at) <= sameVisitMs)
  return [...here, ...there.filter((visit) => !isHere(visit))].sort((one, other) => other.at - one.at)
}
