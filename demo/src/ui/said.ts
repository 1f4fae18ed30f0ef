import { State } from '../observable.ts'

/** What the last act came to. */
interface Said {
  readonly text: string | null
  readonly isProblem: boolean
  /** Whether it is seen for a moment, too, because the page shows nothing else of it. */
  readonly isBrief?: boolean | undefined
}

export const said = new State<Said>({ text: null, isProblem: false })
