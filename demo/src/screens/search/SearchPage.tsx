import { parseResourceKey, resourceKey, type ResourceKey } from '@waraq/protocol'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { usePlacesTyped } from '../../jump/use-places-typed.ts'
import { useLabels } from '../../reading/labels.ts'
import { useChapterName } from '../../reading/use-chapter-name.ts'
import { parseRoute, searchHref, libraryHref } from '../../routes/route.ts'
import { queryDirection } from '../../search/query-direction.ts'
import { indexedShare } from '../../search/search-progress.ts'
import { useSearch, useSearchStatus } from '../../search/use-search.ts'
import { useWords } from '../../ui/hooks.ts'
import { Screen } from '../../ui/Screen.tsx'
import { useEntryState } from '../../ui/use-entry-state.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { PlaceTyped } from './PlaceTyped.tsx'
import { SearchHitItem } from './SearchHitItem.tsx'
import type { SearchResult, SearchStatus, SearchedResource } from 'waraq/search'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import type { Words } from '../../words/words.ts'

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
    const write = () => {
      // The reader may have gone to another page meanwhile.
      if (parseRoute(location.hash).page === 'search')
        history.replaceState(history.state, '', searchHref(text))
    }
    const timer = setTimeout(write, 300)
    // Who presses a hit sooner than that comes back to what they typed.
    addEventListener('click', write, true)
    return () => {
      clearTimeout(timer)
      removeEventListener('click', write, true)
    }
  }, [text])
  return [text, setText]
}

/** How much was found. Of a place, such as "juz 30", the texts need not have the words: then something was found nevertheless. */
function foundOf(
  { total, text, partial }: SearchResult,
  isPlace: boolean,
  says: Words['reading']['search'],
): string {
  return isPlace && total === 0 && !partial ? says.onlyPlace(text) : says.found(total, text, partial)
}

export function SearchPage({ query }: { readonly query: string }) {
  const words = useWords()
  const says = words.reading.search
  const labelOf = useLabels()
  const chapterName = useChapterName()
  const status = useSearchStatus()
  const [text, setText] = useTyped(query)
  const [chosen, setChosen] = useEntryState<ResourceKey | null>('searched', null)
  const [limit, setLimit] = useEntryState<number>('hits', hitsAtOnce)
  const wanted = useDeferredValue(text)
  const only = useMemo(() => (chosen === null ? null : (parseResourceKey(chosen) ?? null)), [chosen])
  const share = status && indexedShare(status)
  // While the index grows, the search is repeated with each tenth of it.
  const renewal = share === null ? status?.state : Math.floor(share * 10)
  const { result, failed } = useSearch(wanted, limit, only, renewal)
  const places = usePlacesTyped(wanted)
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
      <PlaceTyped places={places} />
      <IndexState status={status} />
      <p className="hint" role="status" data-testid="search-count">
        {failed ? says.failed : result ? foundOf(result, places.links.length > 0, says) : ''}
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

/** Says which resources are not searched yet, or cannot be. */
function IndexState({ status }: { readonly status: SearchStatus | null }) {
  const words = useWords()
  const says = words.reading.search
  if (!status) return null
  if (status.state === 'failed') {
    return (
      <p className="problem" role="alert">
        {says.failed}
      </p>
    )
  }
  if (status.state === 'ready' && status.resources.every(({ state }) => state === 'absent')) {
    return (
      <p className="hint">
        {says.nothing} <a href={libraryHref}>{words.reading.toLibrary}</a>
      </p>
    )
  }
  const share = indexedShare(status)
  if (share === null) return null
  return (
    <div className="index-state" data-testid="index-state">
      <p className="hint">{says.building(share)}</p>
      <ProgressBar name={says.index} words={words.figures.share(share)} share={share} />
    </div>
  )
}

/** Limits the search to one text, where there are several. */
function SearchFilter(props: {
  readonly resources: readonly SearchedResource[]
  readonly chosen: ResourceKey | null
  readonly onChoose: (key: ResourceKey | null) => void
  readonly nameOf: (key: ResourceKey) => string
}) {
  const { resources, chosen, onChoose, nameOf } = props
  const says = useWords().reading.search
  const keys = resources.filter(({ state }) => state !== 'absent').map(({ ref }) => resourceKey(ref))
  if (keys.length < 2) return null
  return (
    <label className="panel-select">
      <span className="visually-hidden">{says.only}</span>
      <select
        value={chosen ?? ''}
        onChange={({ target }) => onChoose(target.value === '' ? null : (target.value as ResourceKey))}
      >
        <option value="">{says.all}</option>
        {keys.map((key) => (
          <option key={key} value={key}>
            {nameOf(key)}
          </option>
        ))}
      </select>
    </label>
  )
}
