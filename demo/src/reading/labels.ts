import type { ResourceKey } from '@waraq/protocol'
import type { TextLanguage } from 'waraq/quran'
import { useCatalogue } from 'waraq/react'
import { useMemo } from 'react'
import { useNames } from '../ui/use-names.ts'

/** The label of a text: its name, its author and its language. */
export interface TextLabel {
  readonly name: string
  readonly author: string | null
  /** Undefined if the catalogue does not contain it; the rows may. */
  readonly language: TextLanguage | undefined
}

export type LabelOf = (key: ResourceKey) => TextLabel

/** Returns the same function until the catalogue changes. */
export function useLabels(): LabelOf {
  const { resources } = useCatalogue()
  const nameOf = useNames()
  return useMemo(
    () => (key) => {
      const { author = null, language } = resources.get(key) ?? {}
      return { name: nameOf(key), author, language: language?.name == null ? undefined : language }
    },
    [resources, nameOf],
  )
}
