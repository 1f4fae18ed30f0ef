import { cursorPageLimits, type Pagination } from '@waraq/protocol/user'
import { unprocessable } from './refusal.ts'

/** The four parameters of a list with cursors, in a checked query. */
export interface CursorQuery {
  readonly first?: number | undefined
  readonly after?: string | undefined
  readonly last?: number | undefined
  readonly before?: string | undefined
}

export interface CursorPart<Item> {
  readonly items: readonly Item[]
  readonly pagination: Pagination
}

/**
 * Part of a list, with the ids of its first and last item as cursors. Without `first` and `last` it has the first 20 items.
 * @throws {Refusal} 422 if a cursor is not an item of the list
 */
export function cursorPart<Item extends { readonly id: string }>(
  items: readonly Item[],
  query: CursorQuery,
): CursorPart<Item> {
  const [from, to] =
    query.last === undefined ? stretchAfter(items, query) : stretchBefore(items, query, query.last)
  return { items: items.slice(from, to), pagination: paginationOf(items, from, to) }
}

/**
 * Part of a list from one cursor on, for lists with `cursor` and `limit`.
 * @throws {Refusal} 422 if the cursor is not an item of the list
 */
export function continuedPart<Item extends { readonly id: string }>(
  items: readonly Item[],
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): CursorPart<Item> {
  const from = cursor === undefined ? 0 : placeOf(items, cursor, 'cursor') + 1
  return {
    items: items.slice(from, from + limit),
    pagination: paginationOf(items, from, Math.min(items.length, from + limit)),
  }
}

/** A complete list that cannot be requested in parts, with the pagination that its answer contains nevertheless. */
export function wholePart<Item extends { readonly id: string }>(items: readonly Item[]): CursorPart<Item> {
  return { items, pagination: paginationOf(items, 0, items.length) }
}

/** The usual answer of a list with cursors: the list is `data`. */
export function cursorData<Item>(
  { items, pagination }: CursorPart<Item>,
  show: (item: Item) => unknown = (item) => item,
) {
  return { success: true, data: items.map((item) => show(item)), pagination }
}

type Stretch = [from: number, to: number]

function stretchAfter(items: readonly { readonly id: string }[], { first, after }: CursorQuery): Stretch {
  const from = after === undefined ? 0 : placeOf(items, after, 'after') + 1
  return [from, Math.min(items.length, from + (first ?? cursorPageLimits.most))]
}

function stretchBefore(
  items: readonly { readonly id: string }[],
  { before }: CursorQuery,
  last: number,
): Stretch {
  const to = before === undefined ? items.length : placeOf(items, before, 'before')
  return [Math.max(0, to - last), to]
}

function placeOf(items: readonly { readonly id: string }[], cursor: string, parameter: string): number {
  const place = items.findIndex(({ id }) => id === cursor)
  if (place < 0) throw unprocessable(`${parameter} is the cursor of nothing in this list.`)
  return place
}

function paginationOf(items: readonly { readonly id: string }[], from: number, to: number): Pagination {
  const cursors = to > from ? { startCursor: items[from]!.id, endCursor: items[to - 1]!.id } : {}
  return { ...cursors, hasNextPage: to < items.length, hasPreviousPage: from > 0 }
}

/** The envelope of a list with page numbers, without its list. */
export interface PageNumbers {
  readonly total: number
  readonly currentPage: number
  readonly limit: number
  readonly pages: number
}

export interface NumberedPart<Item> {
  readonly items: readonly Item[]
  readonly numbers: PageNumbers
}

/** A page of a list. A page after the last is empty. Pages have 20 items by default. */
export function numberedPart<Item>(
  items: readonly Item[],
  query: { readonly page?: number | undefined; readonly limit?: number | undefined },
  usual = 20,
): NumberedPart<Item> {
  const limit = query.limit ?? usual
  const currentPage = query.page ?? 1
  const from = (currentPage - 1) * limit
  return {
    items: items.slice(from, from + limit),
    numbers: { total: items.length, currentPage, limit, pages: Math.ceil(items.length / limit) },
  }
}

/** The usual envelope: the list is `data`. */
export function numberedData<Item, Shown>(part: NumberedPart<Item>, show: (item: Item) => Shown) {
  return { ...part.numbers, data: part.items.map(show) }
}
