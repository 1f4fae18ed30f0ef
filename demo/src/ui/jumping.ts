import { State } from '../observable.ts'

/** Dialogs that can be open over the page: places to go to, commands, keys, or options of the text. */
export const jumpings = ['places', 'commands', 'keys', 'text'] as const
export type Jumping = (typeof jumpings)[number]

export const jumping = new State<{ readonly open: Jumping | null }>({ open: null })
