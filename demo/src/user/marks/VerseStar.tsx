import { useFavorite } from 'waraq/react'
import { displayKey } from '../../reading/verse-name.ts'
import { useWords } from '../../ui/hooks.ts'
import { useAct } from '../use-act.ts'
import { StarIcon } from '../UserIcons.tsx'
import { useUserWords } from '../words/user-words.ts'

/** The favorite beside a verse. */
export function VerseFavorite({ verseKey }: { readonly verseKey: string }) {
  const words = useUserWords()
  const key = displayKey(verseKey, useWords())
  const { on, blocked, toggle } = useFavorite(verseKey)
  const act = useAct()
  return (
    <button
      type="button"
      className="verse-star"
      aria-label={words.favorite(key)}
      aria-pressed={on}
      data-held={blocked !== null || undefined}
      data-testid={`star-${verseKey}`}
      onClick={() => void act(toggle)}
    >
      <StarIcon filled={on} />
    </button>
  )
}
