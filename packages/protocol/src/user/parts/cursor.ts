import * as z from 'zod/mini'

/** Limits of `first` and `last`. */
export const cursorPageLimits = { least: 1, most: 20 } as const

const size = /* @__PURE__ */ z.optional(
  /* @__PURE__ */ z.int().check(z.gte(cursorPageLimits.least), z.lte(cursorPageLimits.most)),
)
const cursor = /* @__PURE__ */ z.optional(z.string())

/**
 * The requested part of a cursor list: the first items, those after a cursor, the last items, or those before a cursor. `first`
 * with `after` excludes `last` with `before`.
 */
export type CursorPage =
  | { first?: number | undefined; after?: undefined; last?: undefined; before?: undefined }
  | { first: number; after?: string | undefined; last?: undefined; before?: undefined }
  | { last: number; before?: string | undefined; first?: undefined; after?: undefined }

/** The four parameters, of which not all combinations are valid. */
export interface CursorParameters {
  readonly first?: unknown
  readonly after?: unknown
  readonly last?: unknown
  readonly before?: unknown
}

/**
 * Returns the parameter that does not fit the others, if there is one: `after` needs `first`, `before` needs `last`, and
 * `first` and `last` exclude each other.
 */
export function misplacedCursorParameter(page: CursorParameters): 'after' | 'before' | 'last' | undefined {
  const { first, after, last, before } = page
  if (after !== undefined && first === undefined) return 'after'
  if (before !== undefined && last === undefined) return 'before'
  return first !== undefined && last !== undefined ? 'last' : undefined
}

const pairs = /* @__PURE__ */ z.check<CursorParameters>(({ value, issues }) => {
  const parameter = misplacedCursorParameter(value)
  if (parameter === undefined) return
  const message = 'Send first with after, or last with before'
  issues.push({ code: 'custom', path: [parameter], input: value, message })
})

/** The same rule for JSON Schema. */
const pairsAsJsonSchema = {
  dependentRequired: { after: ['first'], before: ['last'] },
  not: { required: ['first', 'last'] },
}

/** The query of a cursor list: its own parameters and the four of the page. */
/* @__NO_SIDE_EFFECTS__ */
export function cursorQuery<Shape extends z.core.$ZodLooseShape>(parameters: Shape) {
  const schema = z.strictObject({ first: size, after: cursor, last: size, before: cursor, ...parameters })
  // For zod, an object schema without fields admits no field at all.
  type Own = keyof Shape extends never
    ? unknown
    : z.infer<z.ZodMiniObject<z.core.util.Writeable<Shape>, z.core.$strip>>
  return schema.check(pairs, z.meta(pairsAsJsonSchema)) as unknown as z.ZodMiniType<
    Own & CursorPage,
    Own & CursorPage
  >
}

/** The place of a part in its cursor list. An empty part has no cursors. */
export const Pagination = z.looseObject({
  /** The cursor of the first item. */
  startCursor: cursor,
  /** The cursor of the last item. */
  endCursor: cursor,
  hasNextPage: z.boolean(),
  hasPreviousPage: z.boolean(),
})
export type Pagination = z.infer<typeof Pagination>

/** Returns the parameters of the next part; undefined at the end of the list. */
export function pageAfter(pagination: Pagination, first: number): CursorPage | undefined {
  const { hasNextPage, endCursor } = pagination
  return hasNextPage && endCursor !== undefined ? { first, after: endCursor } : undefined
}

/** Returns the parameters of the previous part; undefined at the start of the list. */
export function pageBefore(pagination: Pagination, last: number): CursorPage | undefined {
  const { hasPreviousPage, startCursor } = pagination
  return hasPreviousPage && startCursor !== undefined ? { last, before: startCursor } : undefined
}
