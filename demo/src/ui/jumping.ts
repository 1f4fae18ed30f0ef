import { State } from '../observable.ts'

/** What can be open over the page: the places to go to, what can be done, or the keys. */
export const jumpings = ['places', 'commands', 'keys'] as const
export type Jumping = (typeof jumpings)[number]

export const jumping = new State<{ readonly open: Jumping | null }>({ open: null })
