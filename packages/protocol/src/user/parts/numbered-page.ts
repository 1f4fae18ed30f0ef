import * as z from 'zod/mini'
import { positive } from './formats.ts'
import { list } from './list.ts'
import { query } from './objects.ts'

/** Parameters of lists that are paged by number. */
const page = /* @__PURE__ */ z.optional(positive)

/** The query of a list that is paged by number: its own parameters, `page` and `limit`. */
/* @__NO_SIDE_EFFECTS__ */
export function numberedPageQuery<Shape extends z.core.$ZodLooseShape>(parameters: Shape) {
  return query({ page, limit: page, ...parameters })
}

/** The same query for lists with a maximum number of items per request. */
/* @__NO_SIDE_EFFECTS__ */
export function limitedPageQuery<Shape extends z.core.$ZodLooseShape>(most: number, parameters: Shape) {
  const limit = z.optional(z.int().check(z.gte(1), z.lte(most)))
  return query({ page, limit, ...parameters })
}

/** The fields that every page has; the name of its list differs. */
export const pageNumbers = {
  /** Total number of items. */
  total: z.number(),
  /** From 1. */
  currentPage: z.number(),
  limit: z.number(),
  /** Number of pages. */
  pages: z.number(),
}

/** A page of feeds, rooms, users, members or featured users. */
/* @__NO_SIDE_EFFECTS__ */
export function numberedPage<Item extends z.ZodMiniType>(item: Item) {
  return z.looseObject({ ...pageNumbers, data: list(item) })
}

/** The keys under which pages have their items: a post's comments and a comment's replies have their own. */
export const pageListKeys = ['data', 'comments', 'replies'] as const
export type PageListKey = (typeof pageListKeys)[number]

type ItemOf<Page> = Page extends { data: readonly (infer Item)[] }
  ? Item
  : Page extends { comments: readonly (infer Item)[] }
    ? Item
    : Page extends { replies: readonly (infer Item)[] }
      ? Item
      : never

/** Returns the items of a page, under whichever of the three keys they are. */
export function itemsOfPage<Page extends { currentPage: number }>(whole: Page): readonly ItemOf<Page>[] {
  const lists = whole as { readonly [Key in PageListKey]?: unknown }
  const items = pageListKeys.map((key) => lists[key]).find((value) => Array.isArray(value))
  return (items ?? []) as readonly ItemOf<Page>[]
}

/** Returns the number of the next page; undefined after the last one. */
export function nextPageNumber({ currentPage, pages }: { currentPage: number; pages: number }) {
  return currentPage < pages ? currentPage + 1 : undefined
}
