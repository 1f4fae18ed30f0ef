import { State } from '../observable.ts'

/** The outcome of the last mutation. */
interface Said {
  readonly text: string | null
  readonly isProblem: boolean
  /** Whether the text is also visible for a moment, because nothing else on the page shows the outcome. */
  readonly isBrief?: boolean | undefined
  /** Takes it back. Offered with the text for as long as that is visible. */
  readonly undo?: (() => void) | undefined
}

const nothing: Said = { text: null, isProblem: false, isBrief: undefined, undo: undefined }

export const said = new State<Said>(nothing)

export const clearSaid = () => said.set(nothing)

/** Takes the last mutation back. Returns whether that was offered. */
export function undoLast(): boolean {
  const { undo } = said.get()
  if (!undo) return false
  clearSaid()
  undo()
  return true
}
