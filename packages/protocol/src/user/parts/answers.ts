import * as z from 'zod/mini'
import { Pagination } from './cursor.ts'
import { list } from './list.ts'
import { openWord, optionalFlag } from './objects.ts'

/** `{ data }`, the response of most operations. */
/* @__NO_SIDE_EFFECTS__ */
export function dataOf<Data extends z.ZodMiniType>(data: Data) {
  return z.looseObject({ success: optionalFlag, data })
}

/** Part of a cursor list. */
/* @__NO_SIDE_EFFECTS__ */
export function cursorListOf<Item extends z.ZodMiniType>(item: Item) {
  return z.looseObject({ success: optionalFlag, data: list(item), pagination: Pagination })
}

/** Response of an operation without a result: a message that says what it did. */
/* @__NO_SIDE_EFFECTS__ */
export function confirmation<const Message extends string>(messages: readonly Message[]) {
  return dataOf(z.looseObject({ message: z.optional(openWord(messages)) }))
}

/** One flag that may be missing, such as `{ liked }`. */
/* @__NO_SIDE_EFFECTS__ */
export function flagged<const Name extends string>(name: Name) {
  return z.looseObject({ [name]: optionalFlag } as Record<Name, typeof optionalFlag>)
}
