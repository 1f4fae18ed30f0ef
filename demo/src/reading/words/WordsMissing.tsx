import { useWords } from '../../ui/hooks.ts'
import { useResourcesByKey } from '../../ui/use-installed.ts'
import { Missing } from '../panel/Missing.tsx'
import { useWordSources } from './use-word-sources.ts'

/** Shows where to get the meanings of words, while none are on this device. */
export function WordsMissing() {
  const words = useWords()
  const { keys } = useWordSources()
  const isKnown = useResourcesByKey() !== undefined
  return isKnown && keys.length === 0 && <Missing text={words.reading.noWords} />
}
