import type { ResourceKey } from '@waraq/protocol'
import type { ResourceInfo } from 'waraq'
import { libraryHref } from '../../routes/route.ts'
import { hasToStay } from '../../sync/kept-resources.ts'
import { recitedOf } from '../../names/recited.ts'
import { storedResources, type StoredResource as Stored } from '../../sync/storage-use.ts'
import { keptOf, isWritable } from '../../sync/sync-state.ts'
import { useDroppable, useSync, useWords } from '../../ui/hooks.ts'
import { useKeep } from '../../ui/use-keep.ts'
import { useName } from '../../ui/use-names.ts'
import { StoredSection } from './StoredSection.tsx'
import { FontsLine } from '../../fonts/FontsLine.tsx'
import { StoredItem } from './StoredItem.tsx'

/** Each resource with its size, largest first. */
export function StoredResources({
  resources,
}: {
  readonly resources: ReadonlyMap<ResourceKey, ResourceInfo>
}) {
  const words = useWords()
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
          onRemove={(name) => {
            keep(each.key, false)
            onRemoved(name)
          }}
        />
      )}
    />
  )
}

/** One resource. */
function StoredResource(props: { readonly stored: Stored; readonly onRemove: (name: string) => void }) {
  const { onRemove } = props
  const { key, bytes, share, lastReadAt, goesFirst } = props.stored
  const words = useWords()
  const name = useName(key)
  const state = useSync()
  const stays = hasToStay(key, keptOf(state))
  const recited = recitedOf(key, words)
  return (
    <StoredItem
      testId={`stored-${key}`}
      name={name}
      removes={recited === null ? name : `${name} · ${recited}`}
      share={share}
      mayGo={!stays && isWritable(state)}
      onRemove={() => onRemove(name)}
    >
      {recited !== null && <span className="resource-about">{words.storage.recitation(recited)}</span>}
      <span className="resource-about">
        {words.figures.bytes(bytes)} ·{' '}
        {lastReadAt === null ? words.storage.unread : words.storage.lastRead(lastReadAt)}
      </span>
      <FontsLine resource={key} className="resource-about" />
      {goesFirst && <span className="badge">{words.storage.goesFirst}</span>}
      {stays && <span className="resource-about">{words.library.stays}</span>}
    </StoredItem>
  )
}
