import type { ResourceKey } from '@waraq/contract'
import type { ResourceInfo } from '@waraq/engine'
import { useRef, useState } from 'react'
import { libraryHref } from '../../routes/route.ts'
import { hasToStay } from '../../sync/kept-resources.ts'
import { storedResources } from '../../sync/storage-use.ts'
import { keptOf } from '../../sync/sync-state.ts'
import { useDroppable, useSync, useWords } from '../../ui/hooks.ts'
import { useKeep } from '../../ui/use-keep.ts'
import { useNames } from '../../ui/use-names.ts'
import { StoredResource } from './StoredResource.tsx'

/** Each resource with its size, largest first. */
export function StoredResources(props: {
  readonly resources: ReadonlyMap<ResourceKey, ResourceInfo> | undefined
}) {
  const words = useWords()
  const nameOf = useNames()
  const keep = useKeep()
  const state = useSync()
  const droppable = useDroppable()
  const title = useRef<HTMLHeadingElement>(null)
  const [removed, setRemoved] = useState<ResourceKey | null>(null)
  if (!props.resources) return null
  const stored = storedResources(
    [...props.resources.values()],
    droppable,
    new Set([...props.resources.keys()].filter((key) => hasToStay(key, keptOf(state)))),
  )
  const total = stored.reduce((sum, { bytes }) => sum + bytes, 0)
  const remove = (key: ResourceKey) => {
    keep(key, false)
    setRemoved(key)
    // The button disappears with its row, so the heading takes the focus.
    title.current?.focus()
  }
  return (
    <section className="stored" aria-labelledby="stored-title">
      <div className="storage-head">
        <h2 id="stored-title" ref={title} tabIndex={-1}>
          {words.storage.texts}
        </h2>
        <span data-testid="stored-total">{words.figures.bytes(total)}</span>
      </div>
      {stored.length > 0 ? (
        <ul className="card">
          {stored.map((each) => (
            <StoredResource
              key={each.key}
              stored={each}
              name={nameOf(each.key)}
              onRemove={() => remove(each.key)}
            />
          ))}
        </ul>
      ) : (
        <p className="hint">
          {words.library.nothingKept} <a href={libraryHref}>{words.welcome.choose}</a>
        </p>
      )}
      <p className="hint">{words.storage.compressed}</p>
      <p role="status" className="visually-hidden">
        {removed !== null && words.storage.removed(nameOf(removed))}
      </p>
    </section>
  )
}
