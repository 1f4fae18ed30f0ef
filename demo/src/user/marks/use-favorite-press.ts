import { useFavorite } from 'waraq/react'
import { displayKey } from '../../reading/verse-name.ts'
import { useWords } from '../../ui/hooks.ts'
import { useMutation } from '../use-mutation.ts'
import { useRemoval } from '../use-removal.ts'
import { useUserWords } from '../words/user-words.ts'

/** The favorite of a verse, and what a press on its button does: it adds the favorite, or removes it and offers to undo that. */
export function useFavoritePress(verseKey: string) {
  const { unfavorited } = useUserWords()
  const words = useWords()
  const { on, blocked, toggle } = useFavorite(verseKey)
  const mutate = useMutation()
  const remove = useRemoval()
  const press = () => (on ? remove(toggle, unfavorited(displayKey(verseKey, words))) : mutate(toggle))
  return { on, blocked, press: () => void press() }
}
