import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import type { VerseWordsOf } from 'waraq/quran'
import { useMemo } from 'react'
import { mushaf } from '../../sync/kept-resources.ts'
import { useInstalled } from '../../ui/use-installed.ts'

interface WordSources {
  readonly of: VerseWordsOf
  /** Those of them that say what words mean, or how they are spoken. */
  readonly keys: readonly ResourceKey[]
}

/** Where the words of verses come from: the first translation and the first transliteration of words on this device. */
export function useWordSources(): WordSources {
  const [translation] = useInstalled('word_by_word_translations')
  const [transliteration] = useInstalled('word_by_word_transliterations')
  return useMemo(() => {
    const keys = [translation, transliteration].filter((key) => key !== undefined)
    const of = {
      mushaf,
      translation: translation && parseResourceKey(translation),
      transliteration: transliteration && parseResourceKey(transliteration),
    }
    return { of, keys }
  }, [translation, transliteration])
}
