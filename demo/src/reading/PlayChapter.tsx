import { usePlay } from '../player/use-player.ts'
import { useWords } from '../ui/hooks.ts'
import { PlayIcon } from '../ui/PlayerIcons.tsx'

/** Plays the chapter. Renders nothing without a recitation on this device. */
export function PlayChapter({ chapter }: { readonly chapter: number }) {
  const words = useWords()
  const play = usePlay()
  if (!play) return null
  return (
    <button type="button" className="button" data-testid="play-chapter" onClick={() => play(chapter)}>
      <PlayIcon />
      {words.reading.playChapter}
    </button>
  )
}
