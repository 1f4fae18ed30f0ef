import { useCatalogue } from 'waraq/react'
import { useEffect, useState, useRef } from 'react'
import { isStillOpening, keptOf, isPaused, isWritable } from '../../sync/sync-state.ts'
import { CatalogueProblem } from '../../ui/CatalogueProblem.tsx'
import { useNamesState, useObservable, useSettings, useSync, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { Screen } from '../../ui/Screen.tsx'
import { useResourcesByKey } from '../../ui/use-installed.ts'
import { LibraryFilter } from './LibraryFilter.tsx'
import { everything, useFilter } from './filter.ts'
import { ResourceItem } from './ResourceItem.tsx'
import { sectionsOf, shelfOf } from './shelf.ts'
import type { ResourceKey } from '@waraq/protocol'
import type { ResourceInfo } from 'waraq'
import { useNames } from '../../ui/use-names.ts'
import { storageHref } from '../../routes/route.ts'

/** All resources that can be downloaded, each with its progress. */
export function LibraryPage() {
  const words = useWords()
  const { available } = useReader()
  const { keys } = useObservable(available.state)
  const { resources: named } = useCatalogue()
  const { ready } = useNamesState()
  const state = useSync()
  const resources = useResourcesByKey()
  const [filter, setFilter] = useState(everything)
  const kept = new Set([...keptOf(state), ...(resources?.keys() ?? [])])
  // Until the engine reports what is kept, the resources on this device decide, so that the words have their place from the
  // start.
  const isEmpty = state.status === null ? resources?.size === 0 && kept.size === 0 : keptOf(state).size === 0
  // The resources that were kept when the page opened.
  const [inFront, setInFront] = useState<ReadonlySet<string> | null>(null)
  if (inFront === null && (state.status !== null || resources)) setInFront(kept)
  useEffect(() => void available.load(), [available])
  // The order depends on the kept resources and on the names. If the list of the feed arrived before them, items would move.
  const isOpening = (inFront === null && isStillOpening(state)) || (!ready && kept.size === 0)
  const shelf = shelfOf({ resources: named, feed: keys, kept })
  const { fits, languages, languageOf } = useFilter(filter, shelf, kept)
  const order = { inFront: inFront ?? kept, own: useSettings().spoken, languageName: languageOf }
  const sections = isOpening ? [] : sectionsOf(shelf.filter(fits), order)
  // Below an empty list, so that nothing moves when the names arrive.
  const problem = <CatalogueProblem needed="resources" />
  return (
    <Screen title={words.library.title} name="library" busy={resources === undefined}>
      {isEmpty && <p className="hint">{words.library.choose}</p>}
      <FetchingState resources={resources} />
      <LibraryFilter filter={filter} languages={languages} onChange={setFilter} />
      {sections.length > 0 && problem}
      <div className="library" data-testid="library">
        {sections.map(({ kind, items }) => (
          <section key={kind} aria-labelledby={`library-${kind}`}>
            <h2 id={`library-${kind}`}>{words.library.kinds[kind]}</h2>
            <ul className="card resources">
              {items.map((item) => (
                <ResourceItem key={item.key} item={item} info={resources ? resources.get(item.key) : null} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {sections.length === 0 && problem}
      {sections.length === 0 && !isOpening && (
        <p className="hint" role="status">
          {words.library[filter.show === 'kept' && kept.size === 0 ? 'nothingKept' : 'none']}
        </p>
      )}
      <Arrivals resources={resources} />
    </Screen>
  )
}

/** Announces to screen readers which resources have arrived since the page opened. They do not read a growing bar. */
function Arrivals(props: { readonly resources: ReadonlyMap<ResourceKey, ResourceInfo> | undefined }) {
  const { resources } = props
  const words = useWords()
  const nameOf = useNames()
  const known = useRef<ReadonlySet<ResourceKey> | null>(null)
  const [arrived, setArrived] = useState<readonly ResourceKey[]>([])
  useEffect(() => {
    if (!resources) return
    const here = new Set(
      [...resources.values()].flatMap(({ key, status }) => (status === 'installed' ? [key] : [])),
    )
    const before = known.current
    known.current = here
    const fresh = before ? [...here].filter((key) => !before.has(key)) : []
    if (fresh.length > 0) setArrived(fresh)
  }, [resources])
  return (
    <p className="visually-hidden" role="status">
      {arrived.length > 0 && words.library.arrived(words.figures.list(arrived.map(nameOf)))}
    </p>
  )
}

/**
 * Shows how much is on this device, with the button that pauses fetching. Always in the page, so that nothing moves when
 * fetching starts.
 */
function FetchingState(props: { readonly resources: ReadonlyMap<ResourceKey, ResourceInfo> | undefined }) {
  const words = useWords()
  const { sync } = useReader()
  const state = useSync()
  const paused = isPaused(state)
  const here = [...(props.resources?.values() ?? [])].filter(({ status }) => status === 'installed')
  const size = here.reduce((sum, info) => sum + info.size, 0)
  return (
    <div className="fetching">
      {/* The figures change with each commit, which is too often to read them aloud. */}
      {!paused && <a href={storageHref}>{words.library.total(here.length, size)}</a>}
      <p role="status">{paused && words.library.paused}</p>
      <button
        type="button"
        className={paused ? 'button strong' : 'button'}
        data-testid="pause"
        aria-pressed={paused}
        disabled={!paused && (!isWritable(state) || keptOf(state).size === 0)}
        onClick={() => void (paused ? sync.resume() : sync.pause())}
      >
        {paused ? words.library.resume : words.library.pause}
      </button>
    </div>
  )
}
