import type { KeptLibrary } from './kept-tables.test-support.ts'
import { placeOf, type Case } from './wrong-fields.test-support.ts'

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
  readonly told: boolean
  readonly notes: readonly string[]
}

/**
 * Values that look right, and what is done about them. Everything else goes on right, or heals with the next sync. `shown`:
 * until then, readers may see rows that are wrong. `wide`: until then, it costs others of its subscription, or all.
 */
const rightLooks: readonly {
  readonly place: RegExp
  readonly wrong: RegExp
  readonly verdicts: readonly Verdict[]
  readonly shown?: true
  readonly wide?: true
}[] = []

/** What is allowed of a value that looks right; undefined where the value does not. */
export function looksRight(kept: KeptLibrary, one: Case): (typeof rightLooks)[number] | undefined {
  return rightLooks.find(({ place, wrong }) => place.test(placeOf(kept, one)) && wrong.test(one.wrong))
}

/** `as allowed`; or what was not. */
export function isAsAllowed(kept: KeptLibrary, one: Case, outcome: Outcome): string {
  const allowed = looksRight(kept, one)
  const { verdict, shownWrong, othersHurt, threw, notes } = outcome
  const isHealed = verdict === 'went on right' || verdict === 'healed by the next sync'
  if (!isHealed && !allowed?.verdicts.includes(verdict)) return `${verdict}: ${notes.join('; ')}`
  if (shownWrong.length > 0 && !allowed?.shown) return `shown: ${shownWrong.join()}`
  if (othersHurt.length > 0 && !allowed?.wide) return `others: ${othersHurt.join()}`
  return threw.length > 0 && !allowed?.wide ? `threw: ${threw.join()}` : 'as allowed'
}
