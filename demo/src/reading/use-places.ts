import { useEffect, useState } from 'react'

type Places = typeof import('./places.ts')

let loaded: Places | null = null

/** The parser for places as people write them. Null until it is loaded, undefined if it cannot be loaded. */
export function usePlaces(isWanted = true): Places | null | undefined {
  const [places, setPlaces] = useState<Places | null | undefined>(loaded)
  const isHere = Boolean(places)
  useEffect(() => {
    if (!isWanted || isHere) return
    // Fails when offline and not in the cache. Then a text is shown without links, and a field only matches letters.
    void import('./places.ts').then(
      (module) => setPlaces((loaded = module)),
      () => setPlaces(undefined),
    )
  }, [isWanted, isHere])
  return places
}
