import type { StoredResource as Stored } from '../../sync/storage-use.ts'
import { FontsLine } from '../../fonts/FontsLine.tsx'
import { hasToStay } from '../../sync/kept-resources.ts'
import { isWritable, keptOf } from '../../sync/sync-state.ts'
import { useSync, useWords } from '../../ui/hooks.ts'

/** One resource, and the button that takes it off the device. */
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
    <li className="stored-resource" data-testid={`stored-${key}`}>
      <div className="stored-words">
        <bdi className="resource-name">{name}</bdi>
        <span className="resource-about">
          {words.figures.bytes(bytes)} ·{' '}
          {lastReadAt === null ? words.storage.unread : words.storage.lastRead(lastReadAt)}
        </span>
        <FontsLine resource={key} className="resource-about" />
        {goesFirst && <span className="badge">{words.storage.goesFirst}</span>}
        {stays && <span className="resource-about">{words.library.stays}</span>}
      </div>
      <button
        type="button"
        className="button"
        aria-label={words.storage.removeNamed(name)}
        disabled={stays || !isWritable(state)}
        onClick={onRemove}
      >
        {words.storage.remove}
      </button>
      <div className="stored-share" aria-hidden="true">
        <div style={{ inlineSize: `${share * 100}%` }} />
      </div>
    </li>
  )
}
