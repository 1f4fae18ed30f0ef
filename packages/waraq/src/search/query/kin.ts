import { withParticles } from '../text/scripts/arabic.ts'
import { loose } from '../text/scripts/loose.ts'

/** Variants that count as a typed word but rank below it. */
export interface Kin {
  /** The word with particles before it. */
  readonly attached: readonly string[]
  /** The word in letters that every keyboard has. */
  readonly loose: string
}

/** Returns the kin of a normalized word. */
export function kinOf(word: string): Kin {
  return { attached: withParticles(word), loose: loose(word) }
}

/** Whether a word of a text is kin of the typed one. With `prefix`, whether it starts with such a word. */
export function isKin({ attached, loose: typed }: Kin, prefix: boolean, word: string): boolean {
  const fit = (one: string, other: string) => (prefix ? other.startsWith(one) : other === one)
  return attached.some((each) => fit(each, word)) || fit(typed, loose(word))
}
