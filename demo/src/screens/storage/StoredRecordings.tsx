import { parseResourceKey, type ResourceKey } from '@waraq/protocol'
import { recitedOf } from '../../names/recited.ts'
import { useKeptRecordings } from '../../player/use-kept-recordings.ts'
import { RecordingsLine } from '../../player/RecordingsLine.tsx'
import { useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { useNames } from '../../ui/use-names.ts'
import { StoredItem } from './StoredItem.tsx'
import { StoredSection } from './StoredSection.tsx'

/**
 * The recordings of each recitation with their size, largest first. Removing them keeps the recitation, which still plays
 * online.
 */
export function StoredRecordings({ recitations }: { readonly recitations: readonly ResourceKey[] }) {
  const words = useWords()
  const nameOf = useNames()
  const { recordings, sync } = useReader()
  const kept = useKeptRecordings(recitations)
  if (recitations.length === 0 || !recordings) return null
  const total = kept.reduce((sum, { bytes }) => sum + bytes, 0)
  // The recordings' status shows the outcome; `probe` updates the available space.
  const drop = (key: ResourceKey) =>
    void recordings()
      .then((opened) => opened.drop(parseResourceKey(key)!, 'all'))
      .then(() => sync.probe())
      .catch(() => undefined)
  return (
    <StoredSection
      kind="recordings"
      title={words.storage.recordings}
      items={kept}
      empty={words.storage.noRecordings}
      row={({ key, bytes }, onRemoved) => {
        const recited = recitedOf(key, words)
        const removes = [words.reading.keeping.progress(nameOf(key)), ...(recited ? [recited] : [])].join(
          ' · ',
        )
        return (
          <StoredItem
            key={key}
            testId={`stored-recordings-${key}`}
            name={nameOf(key)}
            removes={removes}
            share={total > 0 ? bytes / total : 0}
            onRemove={() => {
              drop(key)
              onRemoved(removes)
            }}
          >
            {recited !== null && <span className="resource-about">{words.storage.audio(recited)}</span>}
            <RecordingsLine resource={key} className="resource-about" />
          </StoredItem>
        )
      }}
    />
  )
}
