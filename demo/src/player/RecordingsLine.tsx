import { parseResourceKey, type ResourceKey } from '@waraq/contract'
import { useWords } from '../ui/hooks.ts'
import { useRecordingsStatus } from './use-recordings-status.ts'

const groups = ['recitations', 'chapter_recitations']

/** How many recordings of a recitation are on this device, and their size. Empty for other resources, and while there are none. */
export function RecordingsLine({ resource }: { readonly resource: ResourceKey }) {
  const words = useWords()
  const isRecitation = groups.includes(parseResourceKey(resource)?.group ?? '')
  const status = useRecordingsStatus(isRecitation ? resource : null)
  if (!status || status.wanted === 0) return null
  const { kept, wanted, bytes } = status
  return (
    <p className="fonts-line" data-testid={`recordings-${resource}`}>
      {words.reading.keeping.here(kept, wanted)} · {words.figures.bytes(bytes)}
    </p>
  )
}
