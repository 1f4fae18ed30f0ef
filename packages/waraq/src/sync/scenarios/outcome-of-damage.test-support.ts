/** What may become of a library with a wrong field. */

export type Verdict =
  | 'went on right'
  | 'healed by the next sync'
  | 'healed by the second sync'
  | 'healed within two hours'
  | 'needed verify'
  | 'needed resync'
  | 'never'

export interface Outcome {
  readonly verdict: Verdict
  /** Rows of a damaged record that were shown although they were wrong: before the first sync, and after it. */
  readonly shownWrong: readonly string[]
  /** Others than the concerned resource or subscription that did not go on as if nothing had been. */
  readonly othersHurt: readonly string[]
  /** Calls that threw what they should not. */
  readonly threw: readonly string[]
  /** The status named a problem before the sync. */
  readonly reported: boolean
  readonly notes: readonly string[]
}

/** `as allowed`; or what was not. */
export function isAsAllowed({ verdict, shownWrong, othersHurt, threw, notes }: Outcome): string {
  if (verdict !== 'went on right' && verdict !== 'healed by the next sync')
    return `${verdict}: ${notes.join('; ')}`
  if (shownWrong.length > 0) return `shown: ${shownWrong.join()}`
  if (othersHurt.length > 0) return `others: ${othersHurt.join()}`
  return threw.length > 0 ? `threw: ${threw.join()}` : 'as allowed'
}
