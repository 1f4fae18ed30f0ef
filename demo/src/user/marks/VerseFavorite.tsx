import { displayKey } from '../../reading/verse-name.ts'
import { useWords } from '../../ui/hooks.ts'
import { leaveControl } from '../use-removal.ts'
import { StarIcon } from '../UserIcons.tsx'
import { useUserWords } from '../words/user-words.ts'
import { useFavoritePress } from './use-favorite-press.ts'

/** The favorite button of a verse: in a list, or in the row of the verse's tools, which is one stop of the Tab key. */
export function VerseFavorite(props: { readonly verseKey: string; readonly inRow?: boolean }) {
  const { verseKey, inRow = false } = props
  const words = useUserWords()
  const key = displayKey(verseKey, useWords())
  const { on, blocked, press } = useFavoritePress(verseKey)
  return (
    <button
      type="button"
      className="verse-tool verse-favorite"
      tabIndex={inRow ? -1 : undefined}
      title={words.favoriteThis}
      aria-label={words.favorite(key)}
      aria-pressed={on}
      data-blocked={blocked !== null || undefined}
      data-tool="favorite"
      data-testid={`star-${verseKey}`}
      onClick={() => {
        // In a list, the verse leaves with its favorite.
        if (on && !inRow) leaveControl()
        press()
      }}
    >
      <StarIcon filled={on} />
    </button>
  )
}
