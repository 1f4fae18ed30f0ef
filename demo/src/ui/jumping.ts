import { State } from '../observable.ts'

/** What is open over the page: the places to go to, what can be done, or the keys. */
export type Jumping = 'places' | 'commands' | 'keys'

export const jumping = new State<{ readonly open: Jumping | null }>({ open: null })
