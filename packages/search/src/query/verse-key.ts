import { asciiDigits } from '../text/digits.ts'

/** A verse by its numbers. */
export interface Verse {
  readonly chapter: number
  readonly verse: number
}

/** The verse that a reader typed, such as `2:255` or `٢:٢٥٥`. It need not exist: the library knows. */
export function verseTyped(text: string): Verse | null {
  const typed = asciiDigits(text.replace(/\p{DI}/gu, ''))
  const match = /^\s*0*([1-9]\d{0,2})\s*[:：]\s*0*([1-9]\d{0,2})\s*$/.exec(typed)
  return match ? { chapter: Number(match[1]), verse: Number(match[2]) } : null
}
