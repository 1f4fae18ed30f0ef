import type { StoredResource as Stored } from '../../sync/storage-use.ts'
import { FontsLine } from '../../fonts/FontsLine.tsx'
import { hasToStay } from '../../sync/kept-resources.ts'
import { isWritable, keptOf } from '../../sync/sync-state.ts'
import { useSync, useWords } from '../../ui/hooks.ts'
import { StoredItem } from './StoredItem.tsx'

/** One resource. */
export function StoredResource(props: {
  readonly stored: Stored
  readonly name: string
  readonly onRemove: () => void
}) {
  const { name, onRemove } = props
  const { key, bytes, share, lastReadAt, goesFirst } = props.stored
  const words = useWords()
  const state = useSync()
  const stays = hasToStay(key, keptOf(state))
  return (
    <StoredItem
      testId={`stored-${key}`}
      name={name}
      removes={name}
      share={share}
      mayGo={!stays && isWritable(state)}
      onRemove={onRemove}
    >
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
