import { parseResourceKey } from '@waraq/protocol'
import { FilesLine } from '../ui/FilesLine.tsx'
import { useWords } from '../ui/hooks.ts'
import { useRecordingsStatus } from './use-recordings-status.ts'

/** How many recordings of a recitation are on this device, and their size. Empty for other resources, and while there are none. */
export function RecordingsLine({
  resource,
  className,
}: {
  readonly resource: string
  readonly className: string
}) {
  const { keeping } = useWords().reading
  const status = useRecordingsStatus(parseResourceKey(resource))
  return (
    <FilesLine status={status} says={keeping.here} className={className} testId={`recordings-${resource}`} />
  )
}
