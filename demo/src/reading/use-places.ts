import { useEffect, useState } from 'react'

type Places = typeof import('./places.ts')

let loaded: Places | null = null

/** What reads places as people write them; null until it is here, undefined where it cannot be had. */
export function usePlaces(isWanted = true): Places | null | undefined {
  const [places, setPlaces] = useState<Places | null | undefined>(loaded)
  const isHere = Boolean(places)
  useEffect(() => {
    if (!isWanted || isHere) return
    // Offline and not in the cache: a text is shown without links, a field finds by letters alone.
    void import('./places.ts').then(
      (module) => setPlaces((loaded = module)),
      () => setPlaces(undefined),
    )
  }, [isWanted, isHere])
  return places
}
