import { useEffect, useRef } from 'react'
import { verseElement } from '../reading/verse-at-top.ts'
import { chapterHref } from '../routes/route.ts'
import { playedVerse } from './player-state.ts'
import { usePlayer } from './use-player.ts'

/**
 * Keeps the verse that is played in view while the reader wants that. `page`: the chapter that the page shows. If the
 * player continues with another chapter after it has been followed, the page goes to that chapter too.
 */
export function useFollowing(page?: number): void {
  const verseKey = usePlayer(playedVerse)
  const chapter = usePlayer((state) => state.chapter)
  const isWanted = usePlayer(({ following, phase }) => following && phase === 'playing')
  const isFollowed = useRef(false)
  useEffect(() => {
    if (!isWanted) return
    if (isFollowed.current && chapter !== page) location.hash = chapterHref(chapter)
    isFollowed.current = chapter === page
  }, [isWanted, chapter, page])
  useEffect(() => {
    if (!isWanted || verseKey === null) return
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    verseElement(verseKey)?.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' })
  }, [isWanted, verseKey])
}
