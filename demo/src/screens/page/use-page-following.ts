import type { ResourceRef } from '@waraq/contract'
import { mushafPageOf, type MushafPage } from '@waraq/reader'
import { useStore } from '@waraq/react'
import { useEffect, useRef } from 'react'
import { playedVerse } from '../../player/player-state.ts'
import { usePlayer } from '../../player/use-player.ts'
import { pageHref } from '../../routes/route.ts'

/**
 * Turns the page when a recitation that the page follows goes on beyond its end. Does nothing if the reader looks at another
 * page than the one that is played.
 */
export function usePageFollowing(mushaf: ResourceRef, page: MushafPage | undefined): void {
  const store = useStore()
  const verseKey = usePlayer(playedVerse)
  const isFollowed = usePlayer(({ phase, following }) => following && phase !== 'closed')
  const wasHere = useRef(false)
  useEffect(() => {
    if (!isFollowed || verseKey === null || !page) return undefined
    if (page.verseKeys.includes(verseKey)) {
      wasHere.current = true
      return undefined
    }
    if (!wasHere.current) return undefined
    let isWanted = true
    const turn = (found: number | undefined) => {
      if (isWanted && found !== undefined) location.hash = pageHref(found)
    }
    // The page tells elsewhere that the library cannot be read.
    store?.view(mushafPageOf(mushaf, verseKey)).then(turn, () => undefined)
    return () => {
      isWanted = false
    }
  }, [store, mushaf, page, verseKey, isFollowed])
}
