import { numberOf } from '../reading/verse-name.ts'
import { chapterHref, homeHref, juzHref, pageHref } from '../routes/route.ts'
import { latestPlace, type Place, type PlaceKind, type Settings } from './settings.ts'

/** The address of a place where the reader was. */
export function placeHref(kind: PlaceKind, { number, verseKey }: Place): string {
  if (kind === 'page') return pageHref(number)
  if (kind === 'juz') return juzHref(number, verseKey)
  return chapterHref(number, verseKey === null ? null : numberOf(verseKey))
}

/** The address where reading continues: the last place, or the start page. */
export function continueHref(places: Settings['places']): string {
  const latest = latestPlace(places)
  return latest ? placeHref(latest.kind, latest.place) : homeHref
}
