import { noteBodyLimits, textLength } from '@waraq/protocol/user'
import { useUserData } from 'waraq/react'

/** How long the text of a note may be here, and whether one is. */
export function useNoteLimits() {
  const { least, most } = useUserData()?.notes.limits() ?? noteBodyLimits
  const fits = (body: string) => textLength(body.trim(), least) >= least && textLength(body, most) <= most
  return { least, most, fits }
}
