import { noteBodyLimits, textLength } from '@waraq/protocol/user'
import { useUserData } from 'waraq/react'

/** The limits for the length of a note, and a function that checks a text against them. */
export function useNoteLimits() {
  const { least, most } = useUserData()?.notes.limits() ?? noteBodyLimits
  const fits = (body: string) => textLength(body.trim(), least) >= least && textLength(body, most) <= most
  return { least, most, fits }
}
