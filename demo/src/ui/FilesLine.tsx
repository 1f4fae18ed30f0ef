import { useWords } from './hooks.ts'

/** Number and size of a resource's files on this device. Empty if no files are wanted. */
export function FilesLine(props: {
  readonly status: { readonly kept: number; readonly wanted: number; readonly bytes: number } | undefined
  readonly says: (kept: number, wanted: number) => string
  readonly className: string
  readonly testId: string
}) {
  const { status, says, className, testId } = props
  const { figures } = useWords()
  if (!status || status.wanted === 0) return null
  return (
    <p className={className} data-testid={testId}>
      {says(status.kept, status.wanted)} · {figures.bytes(status.bytes)}
    </p>
  )
}
