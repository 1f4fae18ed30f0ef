import type { ResourceInfo } from 'waraq'
import { resourceKey } from '@waraq/protocol'
import { useId } from 'react'
import { languageName } from '../../names/language-name.ts'
import { recitedOf } from '../../names/recited.ts'
import { arabicTextKey, hasToStay, mushafKey } from '../../sync/kept-resources.ts'
import { isWritable, keptOf } from '../../sync/sync-state.ts'
import { usualBytes } from '../../sync/usual-bytes.ts'
import { useSync, useWords } from '../../ui/hooks.ts'
import { useKeep } from '../../ui/use-keep.ts'
import { useName } from '../../ui/use-names.ts'
import type { Words } from '../../words/words.ts'
import { ResourceState } from './ResourceState.tsx'
import type { ShelfItem } from './shelf.ts'

/** Language and author, and how a recitation is recorded. */
function About({ item: { key, entry }, name }: { readonly item: ShelfItem; readonly name: string }) {
  const words = useWords()
  if (key === arabicTextKey) return words.library.arabicAbout
  if (key === mushafKey) return words.library.mushafAbout
  // Many translations are named after their author.
  const author = entry?.author && !name.includes(entry.author) ? entry.author : ''
  const language = entry ? languageName(entry.language, words.figures.language) : ''
  const facts = [recitedOf(key, words) ?? '', language].filter((fact) => fact !== '').join(' · ')
  return (
    <>
      {facts}
      {facts !== '' && author !== '' && ' · '}
      {author !== '' && <bdi>{author}</bdi>}
    </>
  )
}

/** Facts that the reader should know before keeping the resource. */
function offerOf({ ref, isOffered }: ShelfItem, words: Words): string {
  if (!isOffered) return words.library.unoffered
  const isSound = recitedOf(resourceKey(ref), words) !== null
  return [words.library.about(usualBytes(ref).stored), ...(isSound ? [words.library.withoutSound] : [])].join(
    ' · ',
  )
}

/** One resource: its description, whether it is kept, and its progress. */
export function ResourceItem(props: {
  readonly item: ShelfItem
  /** Null until it is known. */
  readonly info: ResourceInfo | undefined | null
}) {
  const { item, info } = props
  const words = useWords()
  const state = useSync()
  const keep = useKeep()
  const name = useName(item.key)
  const id = useId()
  const all = keptOf(state)
  // Until the engine reports its status, installed resources count as kept.
  const kept = state.status ? all.has(item.key) : info?.status === 'installed'
  const stays = hasToStay(item.key, all)
  const isFixed = stays || (!kept && !item.isOffered) || !isWritable(state)
  return (
    <li className="resource" data-testid={`resource-${item.key}`} data-kept={kept}>
      <label className="resource-choice">
        <span className="resource-words">
          <bdi className="resource-name">{name}</bdi>
          <span className="resource-about" id={id}>
            <About item={item} name={name} />
          </span>
        </span>
        <input
          type="checkbox"
          className="switch"
          checked={kept}
          disabled={isFixed}
          onChange={() => keep(item.key, !kept)}
          aria-describedby={id}
          data-testid={`toggle-${item.key}`}
        />
      </label>
      {kept ? (
        <ResourceState resource={item.key} name={name} info={info} />
      ) : (
        <p className="resource-state">{offerOf(item, words)}</p>
      )}
    </li>
  )
}
