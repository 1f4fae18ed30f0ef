import { parseResourceKey } from '@waraq/protocol'
import { FilesLine } from '../ui/FilesLine.tsx'
import { useWords } from '../ui/hooks.ts'
import { useRecordingsStatus } from './use-recordings-status.ts'

/** Number and size of a recitation's recordings on this device. Empty for other resources, and if there are none. */
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
