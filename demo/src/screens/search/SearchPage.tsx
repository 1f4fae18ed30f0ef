import { parseResourceKey, resourceKey, type ResourceKey } from '@waraq/protocol'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { SearchHit, SearchResult } from 'waraq/search'
import { firstPlaces, usePlacesTyped } from '../../jump/use-places-typed.ts'
import { useLabels } from '../../reading/labels.ts'
import { useChapterName } from '../../reading/use-chapter-name.ts'
import { parseRoute, searchHref } from '../../routes/route.ts'
import { byVerse, inQuranOrder, mostSorted } from '../../search/hit-order.ts'
import { otherSearches } from '../../search/other-searches.ts'
import { queryDirection } from '../../search/query-direction.ts'
import { moveInResults } from '../../search/result-keys.ts'
import { indexedShare } from '../../search/search-progress.ts'
import { useSearch, useSearchStatus, useSuggestion } from '../../search/use-search.ts'
import { withSearch } from '../../settings/settings.ts'
import { useSettings, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { Screen } from '../../ui/Screen.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useEntryState } from '../../ui/use-entry-state.ts'
import type { Words } from '../../words/words.ts'
import { hasNothing, IndexState } from './IndexState.tsx'
import { PlaceTyped } from './PlaceTyped.tsx'
import { RecentSearches } from './RecentSearches.tsx'
import { SearchChoices } from './SearchChoices.tsx'
import { SearchHitItem } from './SearchHitItem.tsx'

const hitsAtOnce = 20

/**
 * Keeps the typed text in the address, so that readers can bookmark, send and reopen a search. All typing is one step of
 * the history.
 */
function useTyped(query: string): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(query)
  // The address may name the query of before, which was typed over since: the link to the search clears the field.
  useEffect(() => {
    const follow = () => {
      const route = parseRoute(location.hash)
      if (route.page === 'search') setText(route.query)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  useEffect(() => {
    const write = () => {
      // The reader may have gone to another page meanwhile.
      if (parseRoute(location.hash).page === 'search')
        history.replaceState(history.state, '', searchHref(text))
    }
    const timer = setTimeout(write, 300)
    // A reader who opens a hit before the timer fires still comes back to the typed text.
    addEventListener('click', write, true)
    return () => {
      clearTimeout(timer)
      removeEventListener('click', write, true)
    }
  }, [text])
  return [text, setText]
}

/**
 * Describes how much was found, and how. For a place, such as "juz 30", the texts need not contain the words; the place itself
 * was found.
 */
function foundOf(
  { total, text, partial, hits }: SearchResult,
  isPlace: boolean,
  isSorted: boolean,
  says: Words['reading']['search'],
): string {
  if (isPlace && total === 0 && !partial) return says.onlyPlace(text)
  // Words that were corrected are no surprise then.
  if (total > 0 && hits.every(({ score }) => score < 1)) return says.similar(total, text)
  const found = says.found(total, text, partial)
  return isSorted && total > mostSorted ? says.best(found, mostSorted) : found
}

/** Moves the focus to the first of the results that were added, because the button that added them may be gone. */
function useGoingOn(shown: number) {
  const list = useRef<HTMLOListElement>(null)
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (from.current === null || shown <= from.current) return
    list.current?.children[from.current]?.querySelector('a')?.focus()
    from.current = null
  }, [shown])
  return [list, () => void (from.current = shown)] as const
}

/** What is searched for, in which texts and order, and what was found. */
function useFinding(text: string, chosen: ResourceKey | null, limit: number) {
  const status = useSearchStatus()
  const isSorted = useSettings().searchOrder === 'quran'
  const only = useMemo(() => (chosen === null ? null : (parseResourceKey(chosen) ?? null)), [chosen])
  const share = status && indexedShare(status)
  // While the index grows, the search is repeated with each tenth of it.
  const renewal = share === null ? status?.state : Math.floor(share * 10)
  const { result, failed } = useSearch(text, isSorted ? mostSorted : limit, only, renewal)
  const hits: readonly SearchHit[] = useMemo(() => {
    const all = result?.hits ?? []
    return isSorted ? inQuranOrder(all).slice(0, limit) : all
  }, [result, isSorted, limit])
  const isNone = result?.total === 0 && !result.partial
  const suggestion = useSuggestion(isNone ? otherSearches(result.text, chosen !== null) : [])
  const all = isSorted ? Math.min(result?.total ?? 0, mostSorted) : (result?.total ?? 0)
  return { status, isSorted, result, failed, hits, isNone, suggestion, hasMore: all > hits.length }
}

export function SearchPage({ query }: { readonly query: string }) {
  const words = useWords()
  const says = words.reading.search
  const labelOf = useLabels()
  const chapterName = useChapterName()
  const { settings } = useReader()
  const [text, setText] = useTyped(query)
  const [chosen, setChosen] = useEntryState<ResourceKey | null>('searched', null)
  const [limit, setLimit] = useEntryState<number>('hits', hitsAtOnce)
  const wanted = useDeferredValue(text)
  const places = usePlacesTyped(wanted)
  const { status, isSorted, result, failed, hits, isNone, suggestion, hasMore } = useFinding(
    wanted,
    chosen,
    limit,
  )
  const isPlace = firstPlaces(places, 1).length > 0
  const type = (typed: string) => {
    setText(typed)
    setLimit(hitsAtOnce)
  }
  const remember = (event: React.MouseEvent) => {
    if ((event.target as Element).closest('a[data-result]'))
      settings.change({ searches: withSearch(settings.state.get().searches, text) })
  }
  const groups = byVerse(hits)
  const [list, goOnFrom] = useGoingOn(groups.length)
  const more = () => {
    goOnFrom()
    setLimit(limit + hitsAtOnce)
  }
  const isEmpty = text.trim() === ''
  return (
    <Screen title={words.navigation.search} name="search-page">
      <div className="search-page" onKeyDown={moveInResults} onClickCapture={remember}>
        <search className="searching">
          <SearchField
            label={says.field}
            placeholder={says.placeholder}
            value={text}
            direction={queryDirection(text)}
            onChange={type}
          />
          <SearchChoices
            resources={status?.resources ?? []}
            chosen={chosen}
            onChoose={setChosen}
            nameOf={(key) => labelOf(key).name}
          />
        </search>
        <PlaceTyped places={places} />
        <IndexState status={status} />
        <p className="hint" role="status" data-testid="search-count">
          {failed
            ? says.failed
            : result && !hasNothing(status)
              ? foundOf(result, isPlace, isSorted, says)
              : ''}
        </p>
        {isNone && !isPlace && !hasNothing(status) && (
          <NothingFound
            suggestion={suggestion}
            onChoose={(other) => {
              setChosen(null)
              type(other)
            }}
          />
        )}
        <ol className="hits" aria-label={says.results} ref={list}>
          {groups.map((group) => (
            <SearchHitItem
              key={`${resourceKey(group[0].ref)} ${group[0].recordType} ${group[0].recordKey}`}
              hits={group}
              labelOf={labelOf}
              chapterName={chapterName}
            />
          ))}
        </ol>
        {hasMore && (
          <button type="button" className="button" onClick={more}>
            {says.more}
          </button>
        )}
        {isEmpty && <RecentSearches onChoose={type} />}
        {isEmpty && <p className="hint">{says.how}</p>}
      </div>
    </Screen>
  )
}

/** Another search that finds something, or what to try. */
function NothingFound(props: {
  readonly suggestion: ReturnType<typeof useSuggestion>
  readonly onChoose: (text: string) => void
}) {
  const { suggestion, onChoose } = props
  const says = useWords().reading.search
  if (!suggestion) return <p className="hint">{says.tips}</p>
  const { text, total } = suggestion
  return (
    <p>
      <button type="button" className="button" data-testid="search-suggestion" onClick={() => onChoose(text)}>
        {says.suggestion(text, total)}
      </button>
    </p>
  )
}
