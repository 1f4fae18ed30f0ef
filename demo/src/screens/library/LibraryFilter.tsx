import { Choice } from '../../ui/Choice.tsx'
import { useWords } from '../../ui/hooks.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import type { Filter, LanguageOption } from './filter.ts'

const shows = ['all', 'kept'] as const

export function LibraryFilter(props: {
  readonly filter: Filter
  readonly languages: readonly LanguageOption[]
  readonly onChange: (filter: Filter) => void
}) {
  const { filter, languages, onChange } = props
  const words = useWords()
  return (
    <search className="library-filter">
      <SearchField
        label={words.library.search}
        placeholder={words.library.placeholder}
        value={filter.query}
        onChange={(query) => onChange({ ...filter, query })}
      />
      <label className="select">
        <span className="visually-hidden">{words.library.language}</span>
        <select
          value={filter.language}
          onChange={(event) => onChange({ ...filter, language: event.target.value })}
          data-testid="library-language"
        >
          <option value="">{words.library.allLanguages}</option>
          {languages.map(({ language, name }) => (
            <option key={language} value={language}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Choice
        legend={words.library.show}
        hideLegend
        options={shows.map((show) => ({ value: show, label: words.library.shows[show] }))}
        value={filter.show}
        onChange={(show) => onChange({ ...filter, show })}
      />
    </search>
  )
}
