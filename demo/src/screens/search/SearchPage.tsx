import { parseResourceKey, resourceKey, type ResourceKey } from '@waraq/contract'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useLabels } from '../../reading/labels.ts'
import { useChapterName } from '../../reading/use-chapter-name.ts'
import { parseRoute, searchHref } from '../../routes/route.ts'
import { queryDirection } from '../../search/query-direction.ts'
import { indexedShare } from '../../search/search-progress.ts'
import { useSearch, useSearchStatus } from '../../search/use-search.ts'
import { useWords } from '../../ui/hooks.ts'
import { Screen } from '../../ui/Screen.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { IndexState } from './IndexState.tsx'
import { PlaceTyped } from './PlaceTyped.tsx'
import { SearchFilter } from './SearchFilter.tsx'
import { SearchHitItem } from './SearchHitItem.tsx'

const hitsAtOnce = 20

/**
 * Keeps the typed text in the address, so that readers can bookmark, send and reopen a search; all typing is one step of
 * the history.
 */
function useTyped(query: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(query)
  const [known, setKnown] = useState(query)
  if (known !== query) {
    setKnown(query)
    setText(query)
  }
  useEffect(() => {
    const timer = setTimeout(() => {
      // The reader may have gone to another page meanwhile.
      if (parseRoute(location.hash).page === 'search')
        history.replaceState(history.state, '', searchHref(text))
    }, 300)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText]
}

export function SearchPage({ query }: { readonly query: string }) {
  const words = useWords()
  const says = words.reading.search
  const labelOf = useLabels()
  const chapterName = useChapterName()
  const status = useSearchStatus()
  const [text, setText] = useTyped(query)
  const [chosen, setChosen] = useState<ResourceKey | null>(null)
  const [limit, setLimit] = useState(hitsAtOnce)
  const wanted = useDeferredValue(text)
  const only = useMemo(() => (chosen === null ? null : (parseResourceKey(chosen) ?? null)), [chosen])
  const share = status && indexedShare(status)
  // While the index grows, the search is repeated with each tenth of it.
  const renewal = share === null ? status?.state : Math.floor(share * 10)
  const { result, failed } = useSearch(wanted, limit, only, renewal)
  const type = (typed: string) => {
    setText(typed)
    setLimit(hitsAtOnce)
  }
  return (
    <Screen title={words.navigation.search} name="search-page">
      <search className="searching">
        <SearchField
          label={says.field}
          placeholder={says.placeholder}
          value={text}
          direction={queryDirection(text)}
          onChange={type}
        />
        <SearchFilter
          resources={status?.resources ?? []}
          chosen={chosen}
          onChoose={setChosen}
          nameOf={(key) => labelOf(key).name}
        />
      </search>
      <PlaceTyped text={wanted} />
      <IndexState status={status} />
      <p className="hint" role="status" data-testid="search-count">
        {failed ? says.failed : result ? says.found(result.total, result.text, result.partial) : ''}
      </p>
      {result && (
        <ol className="hits">
          {result.hits.map((hit) => (
            <SearchHitItem
              key={`${resourceKey(hit.ref)} ${hit.recordType} ${hit.recordKey}`}
              hit={hit}
              labelOf={labelOf}
              chapterName={chapterName}
            />
          ))}
        </ol>
      )}
      {result && result.total > result.hits.length && (
        <button type="button" className="button" onClick={() => setLimit(limit + hitsAtOnce)}>
          {says.more}
        </button>
      )}
      {text.trim() === '' && <p className="hint">{says.how}</p>}
    </Screen>
  )
}
