import type { ResourceKey } from '@waraq/contract'
import { useMemo } from 'react'
import { useCatalogue } from '../ui/hooks.ts'
import { useNames } from '../ui/use-names.ts'
import { textLanguage, type TextLanguage } from './languages.ts'

/** What stands beside a text: whose it is, and how it is set. */
export interface TextLabel {
  readonly name: string
  readonly author: string | null
  /** Undefined where the catalogue does not say; the rows may. */
  readonly language: TextLanguage | undefined
}

export type LabelOf = (key: ResourceKey) => TextLabel

/** The same function until the catalogue changes. */
export function useLabels(): LabelOf {
  const { catalogue } = useCatalogue()
  const nameOf = useNames()
  return useMemo(() => {
    const entries = new Map(catalogue?.resources.map((entry) => [entry.key, entry]))
    return (key) => {
      const entry = entries.get(key)
      const language = entry?.language ? textLanguage(entry.language) : undefined
      return { name: nameOf(key), author: entry?.author ?? null, language }
    }
  }, [catalogue, nameOf])
}
