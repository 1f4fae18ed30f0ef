import { isWaraqError } from '@waraq/protocol'
import { useWords } from '../ui/hooks.ts'
import { Absence } from './Absence.tsx'

/** The message for verses that are still being read, cannot be read, or are not on this device. */
export function ReadingState(props: {
  readonly error: unknown
  readonly complete: boolean
  readonly verses: readonly unknown[]
}) {
  const words = useWords()
  const { error, complete, verses } = props
  if (error !== null) {
    return (
      <p className="problem" role="alert">
        {isWaraqError(error) ? words.problem(error.code) : words.chapter.unreadable}
      </p>
    )
  }
  if (verses.length > 0) return null
  return complete ? (
    <Absence isOfVerses />
  ) : (
    <p className="absence late opening" role="status">
      {words.chapter.opening}
    </p>
  )
}
