import { useWords } from '../../ui/hooks.ts'
import { useResourcesByKey } from '../../ui/use-installed.ts'
import { Missing } from '../panel/Missing.tsx'
import { useWordSources } from './use-word-sources.ts'

/** Says where words get their meanings, while none are on this device. */
export function WordsMissing() {
  const words = useWords()
  const { keys } = useWordSources()
  const isKnown = useResourcesByKey() !== undefined
  return isKnown && keys.length === 0 && <Missing text={words.reading.noWords} />
}
