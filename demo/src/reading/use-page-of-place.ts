import { resourceKey } from '@waraq/protocol'
import { mushafInfo, mushafPageOf, query, together } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import type { Place } from '../settings/settings.ts'
import { pagesOf, useMushaf } from './use-mushaf.ts'

const nowhere = query('no page', () => Promise.resolve(undefined))

/**
 * The page of a remembered place in the current mushaf. If the place was noted in another mushaf, its verse counts, not its
 * page number.
 */
export function usePageOfPlace(place: Place): number {
  const shown = useMushaf()
  const isSame = place.mushaf === undefined || place.mushaf === resourceKey(shown)
  const { verseKey } = place
  const { data: value } = useLiveQuery(
    together({
      info: mushafInfo(shown),
      page: isSame || verseKey === null ? nowhere : mushafPageOf(shown, verseKey),
    }),
  )
  return value?.page ?? Math.min(place.number, pagesOf(value?.info))
}
