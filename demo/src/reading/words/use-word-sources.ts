import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import type { VerseWordsOf } from 'waraq/quran'
import { useMemo } from 'react'
import { mushaf } from '../../sync/kept-resources.ts'
import { useInstalled } from '../../ui/use-installed.ts'

interface WordSources {
  readonly of: VerseWordsOf
  /** The sources with meanings or pronunciations of words. */
  readonly keys: readonly ResourceKey[]
}

/** The sources of the words of verses: the first word-by-word translation and transliteration on this device. */
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
