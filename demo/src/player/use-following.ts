import { useEffect } from 'react'
import { verseElement } from '../reading/use-verse-in-view.ts'
import { playedVerse } from './player-state.ts'
import { usePlayer } from './use-player.ts'

/** Keeps the verse that is played in sight, while the reader wants that. */
export function useFollowing(): void {
  const verseKey = usePlayer(playedVerse)
  const isWanted = usePlayer(({ following, phase }) => following && phase === 'playing')
  useEffect(() => {
    if (!isWanted || verseKey === null) return
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
    verseElement(verseKey)?.scrollIntoView({ block: 'center', behavior: calm ? 'auto' : 'smooth' })
  }, [isWanted, verseKey])
}
