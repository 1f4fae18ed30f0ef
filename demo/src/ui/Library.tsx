import { useState } from 'react'
import type { ContentStore, ResourceInfo } from '@waraq/engine'
import { arabicTextKey, isTranslation, translationKey } from '../sync/kept-resources.ts'
import { keptOf, type SyncState } from '../sync/sync-state.ts'
import type { TranslationEntry } from '../catalogue/catalogue.ts'
import { words } from '../words.ts'
import { ArabicTextItem } from './ArabicTextItem.tsx'
import { CatalogueProblem } from './CatalogueProblem.tsx'
import { StorageSection } from './StorageSection.tsx'
import { TranslationItem } from './TranslationItem.tsx'
import { useCatalogue, useLive, useSync } from './hooks.ts'

const readResources = async (store: ContentStore): Promise<ReadonlyMap<string, ResourceInfo>> =>
  new Map((await store.resources()).map((info) => [info.key, info]))

/** Kept translations that the catalogue does not list are still on this device and must be seen. */
function withUnlisted(listed: readonly TranslationEntry[], kept: ReadonlySet<string>): TranslationEntry[] {
  const known = new Set<string>(listed.map(({ id }) => translationKey(id)))
  const unlisted = [...kept].filter((key) => isTranslation(key) && !known.has(key))
  return [
    ...listed,
    ...unlisted.map((key) => {
      const id = Number(key.slice(key.indexOf(':') + 1))
      return { id, name: words.library.unlisted(id), author: null, language: '' }
    }),
  ]
}

function headOf({ status, choices }: SyncState): 'choose' | 'inMemory' | 'onDevice' {
  if (status && keptOf({ status, choices }).size === 0) return 'choose'
  return status?.persistent === false ? 'inMemory' : 'onDevice'
}

/** What can be kept on this device, and how far it has come. */
export function Library() {
  const state = useSync()
  const kept = keptOf(state)
  const { catalogue } = useCatalogue()
  const { value: resources } = useLive(readResources)
  // What was kept when the page opened stands in front. Moving items while somebody chooses would be in the way.
  const [inFront] = useState(() => [...kept].filter(isTranslation))
  const entries = withUnlisted(catalogue?.translations ?? [], kept)
  // Without a status nobody knows what was chosen; what can be read is known.
  const isKnown = ({ id }: TranslationEntry) =>
    state.status !== null || resources?.get(translationKey(id))?.status === 'installed'
  const isInFront = ({ id }: TranslationEntry) => inFront.length === 0 || inFront.includes(translationKey(id))
  const shown = entries.filter(isKnown)
  const rest = shown.filter((entry) => !isInFront(entry))
  const isTextKnown = state.status !== null || resources?.get(arabicTextKey) !== undefined
  const item = (entry: TranslationEntry) => (
    <TranslationItem key={entry.id} entry={entry} info={resources?.get(translationKey(entry.id))} />
  )
  return (
    <section className="library" data-testid="library" aria-labelledby="library-title">
      <h2 id="library-title">{words.library[headOf(state)]}</h2>
      <ul className="resources">
        {isTextKnown && <ArabicTextItem info={resources?.get(arabicTextKey)} />}
        {shown.filter(isInFront).map(item)}
      </ul>
      {!isTextKnown && shown.length === 0 && <p className="hint">{words.library.unknown}</p>}
      <CatalogueProblem />
      {rest.length > 0 && (
        <details className="more">
          <summary>{words.library.more(rest.length)}</summary>
          <ul className="resources">{rest.map(item)}</ul>
        </details>
      )}
      <StorageSection />
    </section>
  )
}
