import { isJsonObject, WaraqError } from '@waraq/protocol'
import { itemsOfPage, nextPageNumber, type Pagination } from '@waraq/protocol/user'
import { invalidResponseError } from '../failures.ts'
import type { NamedArguments } from './arguments.ts'
import type { Paging } from './operation.ts'

type Query = NonNullable<NamedArguments['query']>

/** Most items in one page of a cursor list. */
const mostAtOnce = 20

/** The items of an answer, in the order received. */
export function itemsOf(paging: Paging, answer: unknown): readonly unknown[] {
  if (paging === 'numbered') return itemsOfPage(answer as { currentPage: number })
  const data = isJsonObject(answer) ? answer['data'] : undefined
  if (Array.isArray(data)) return data
  const inside = isJsonObject(data) ? data['bookmarks'] : undefined
  return Array.isArray(inside) ? inside : []
}

/** Whether an answer contains its position in the list. Without that, iterating over the list would end unnoticed. */
function saysWhere(paging: Paging, answer: unknown): boolean {
  if (!isJsonObject(answer)) return false
  return paging === 'numbered'
    ? typeof answer['currentPage'] === 'number' && typeof answer['pages'] === 'number'
    : isJsonObject(answer['pagination'])
}

/**
 * Query of the first page. A cursor list is requested with the largest page, unless the caller sets the size. With `last`,
 * the list is read backwards.
 */
export function firstQuery(paging: Paging, query: Query): Query {
  const sized = query['first'] !== undefined || query['last'] !== undefined
  return paging === 'cursor' && !sized ? { ...query, first: mostAtOnce } : query
}

/** Query of the page after this answer; undefined at the end of the list. */
export function nextQuery(paging: Paging, query: Query, answer: unknown): Query | undefined {
  if (paging === 'numbered') {
    const page = nextPageNumber(answer as { currentPage: number; pages: number })
    return page === undefined ? undefined : { ...query, page }
  }
  const { pagination } = answer as { readonly pagination: Pagination }
  const { hasNextPage, hasPreviousPage, startCursor, endCursor } = pagination
  if (query['last'] !== undefined) {
    return hasPreviousPage && startCursor !== undefined ? { ...query, before: startCursor } : undefined
  }
  if (!hasNextPage || endCursor === undefined) return undefined
  return { ...query, [paging === 'cursor' ? 'after' : 'cursor']: endCursor }
}

/**
 * Iterates over a list, page by page, item by item. An item that is added or removed in the meantime may come twice or not at
 * all: the service reads its current list for each page.
 * @throws {WaraqError} `endless_list` if the list leads back to an earlier page, `invalid_response` if a page does not report
 * whether there is another one
 */
export async function* eachOf(
  operation: string,
  paging: Paging,
  query: Query,
  ask: (query: Query) => Promise<unknown>,
): AsyncGenerator<unknown, void, undefined> {
  const asked = new Set<string>()
  let next: Query | undefined = firstQuery(paging, query)
  while (next) {
    const place = JSON.stringify([next['page'], next['after'], next['before'], next['cursor']])
    if (asked.has(place)) throw endlessList(operation)
    asked.add(place)
    const answer = await ask(next)
    yield* backwards(next) ? [...itemsOf(paging, answer)].reverse() : itemsOf(paging, answer)
    if (!saysWhere(paging, answer)) throw invalidResponseError(operation, 200, ['pagination: missing'])
    next = nextQuery(paging, next, answer)
  }
}

const backwards = (query: Query) => query['last'] !== undefined

function endlessList(operation: string): WaraqError {
  return new WaraqError({
    code: 'endless_list',
    message: `The list of ${operation} led back to a part of it that was read already. Read it again later.`,
    retryable: true,
    details: { operation },
  })
}
