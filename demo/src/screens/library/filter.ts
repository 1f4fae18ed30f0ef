import { useDeferredValue } from 'react'
import { languageName } from '../../names/language-name.ts'
import { useSettings, useWords } from '../../ui/hooks.ts'
import { searchable } from '../../ui/searchable.ts'
import { useNames } from '../../ui/use-names.ts'
import { isOwn, type ShelfItem } from './shelf.ts'

export interface Filter {
  readonly query: string
  /** The catalogue's name of the language; empty for all. */
  readonly language: string
  readonly show: 'all' | 'kept'
}

export const everything: Filter = { query: '', language: '', show: 'all' }

export interface LanguageOption {
  /** The catalogue's name of the language. */
  readonly language: string
  /** In the language of the interface. */
  readonly name: string
}

/** The items of the shelf that pass the filter, and the languages to choose from. */
export function useFilter(filter: Filter, shelf: readonly ShelfItem[], kept: ReadonlySet<string>) {
  const words = useWords()
  const { spoken } = useSettings()
  const nameOf = useNames()
  const { query, language, show } = useDeferredValue(filter)
  const wanted = searchable(query)
  const languageOf = ({ entry }: ShelfItem) =>
    entry ? languageName(entry.language, words.figures.language) : ''
  const fits = (item: ShelfItem) => {
    if (show === 'kept' && !kept.has(item.key)) return false
    if (language !== '' && item.entry?.language.name !== language) return false
    return [nameOf(item.key), item.entry?.author ?? ''].some((text) => searchable(text).includes(wanted))
  }
  const found = new Map(shelf.map((item) => [item.entry?.language.name ?? '', item]))
  found.delete('')
  const rank = (item: ShelfItem) => (isOwn(spoken, item.entry?.language) ? 0 : 1)
  const languages: LanguageOption[] = [...found]
    .toSorted(([, a], [, b]) => rank(a) - rank(b) || languageOf(a).localeCompare(languageOf(b)))
    .map(([each, item]) => ({ language: each, name: languageOf(item) }))
  return { fits, languages, languageOf }
}
