import { State } from '../observable.ts'

/** What the last act came to. */
export const said = new State<{ readonly text: string | null; readonly isProblem: boolean }>({
  text: null,
  isProblem: false,
})
