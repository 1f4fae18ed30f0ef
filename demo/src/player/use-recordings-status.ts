import type { ResourceRef } from '@waraq/protocol'
import type { RecordingsStatus } from 'waraq/files'
import { useReader } from '../ui/reader-context.ts'
import { useFilesStatus } from '../ui/use-files-status.ts'

const groups = ['recitations', 'chapter_recitations']
export const isRecitation = ({ group }: ResourceRef) => groups.includes(group)

/** Status of a recitation's kept recordings. Undefined until it is known, and for other resources. */
export function useRecordingsStatus(ref: ResourceRef | null | undefined): RecordingsStatus | undefined {
  const { recordings } = useReader()
  return useFilesStatus(ref && isRecitation(ref) ? recordings : null, ref)
}
