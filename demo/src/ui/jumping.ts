import { State } from '../observable.ts'

/** What can be open over the page: the places to go to, what can be done, the keys, or how the text is shown. */
export const jumpings = ['places', 'commands', 'keys', 'text'] as const
export type Jumping = (typeof jumpings)[number]

export const jumping = new State<{ readonly open: Jumping | null }>({ open: null })
