import { useFavorite } from 'waraq/react'
import { displayKey } from '../../reading/verse-name.ts'
import { useWords } from '../../ui/hooks.ts'
import { useAct } from '../use-act.ts'
import { StarIcon } from '../UserIcons.tsx'
import { useUserWords } from '../words/user-words.ts'

/** The favorite of a verse, in a list or in the row of its tools, which is one stop of the Tab key. */
export function VerseFavorite(props: { readonly verseKey: string; readonly inRow?: boolean }) {
  const { verseKey, inRow = false } = props
  const words = useUserWords()
  const key = displayKey(verseKey, useWords())
  const { on, blocked, toggle } = useFavorite(verseKey)
  const act = useAct()
  return (
    <button
      type="button"
      className="verse-tool verse-favorite"
      tabIndex={inRow ? -1 : undefined}
      title={words.favoriteThis}
      aria-label={words.favorite(key)}
      aria-pressed={on}
      data-held={blocked !== null || undefined}
      data-tool="favorite"
      data-testid={`star-${verseKey}`}
      onClick={() => void act(toggle)}
    >
      <StarIcon filled={on} />
    </button>
  )
}
