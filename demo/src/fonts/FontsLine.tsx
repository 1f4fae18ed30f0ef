import { parseResourceKey } from '@waraq/protocol'
import { FilesLine } from '../ui/FilesLine.tsx'
import { useWords } from '../ui/hooks.ts'
import { useFontsStatus } from './use-fonts-status.ts'

/** How many fonts of a mushaf are on this device, and their size. Empty for a resource without fonts. */
export function FontsLine({
  resource,
  className,
}: {
  readonly resource: string
  readonly className: string
}) {
  const { fontsHere } = useWords().reading
  const status = useFontsStatus(parseResourceKey(resource))
  return <FilesLine status={status} says={fontsHere} className={className} testId={`fonts-${resource}`} />
}
