import { parseResourceKey } from '@waraq/contract'
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
  const words = useWords()
  const status = useFontsStatus(parseResourceKey(resource))
  if (!status || status.wanted === 0) return null
  const { kept, wanted, bytes } = status
  return (
    <p className={className} data-testid={`fonts-${resource}`}>
      {words.reading.fontsHere(kept, wanted)} · {words.figures.bytes(bytes)}
    </p>
  )
}
