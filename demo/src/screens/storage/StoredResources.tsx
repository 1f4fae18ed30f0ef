import type { ResourceKey } from '@waraq/contract'
import type { ResourceInfo } from '@waraq/engine'
import { libraryHref } from '../../routes/route.ts'
import { hasToStay } from '../../sync/kept-resources.ts'
import { storedResources } from '../../sync/storage-use.ts'
import { keptOf } from '../../sync/sync-state.ts'
import { useDroppable, useSync, useWords } from '../../ui/hooks.ts'
import { useKeep } from '../../ui/use-keep.ts'
import { useNames } from '../../ui/use-names.ts'
import { StoredResource } from './StoredResource.tsx'
import { StoredSection } from './StoredSection.tsx'

/** Each resource with its size, largest first. */
export function StoredResources({
  resources,
}: {
  readonly resources: ReadonlyMap<ResourceKey, ResourceInfo>
}) {
  const words = useWords()
  const nameOf = useNames()
  const keep = useKeep()
  const state = useSync()
  const droppable = useDroppable()
  const stored = storedResources(
    [...resources.values()],
    droppable,
    new Set([...resources.keys()].filter((key) => hasToStay(key, keptOf(state)))),
  )
  return (
    <StoredSection
      kind="stored"
      title={words.storage.texts}
      items={stored}
      empty={
        <>
          {words.library.nothingKept} <a href={libraryHref}>{words.welcome.choose}</a>
        </>
      }
      hint={words.storage.compressed}
      row={(each, onRemoved) => (
        <StoredResource
          key={each.key}
          stored={each}
          name={nameOf(each.key)}
          onRemove={() => {
            keep(each.key, false)
            onRemoved(nameOf(each.key))
          }}
        />
      )}
    />
  )
}
