import * as z from 'zod/mini'
import { cursorListOf, dataOf } from '../parts/answers.ts'
import { cursorQuery } from '../parts/cursor.ts'
import { day } from '../parts/formats.ts'
import { openWord, query } from '../parts/objects.ts'

export const streakStatuses = ['ACTIVE', 'BROKEN'] as const
export const streakOrders = ['startDate', 'days'] as const
const type = z.literal('QURAN')
const status = /* @__PURE__ */ z.enum(streakStatuses)

/** Days of reading in a row. */
export const Streak = /* @__PURE__ */ z.looseObject({
  id: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  type: openWord(['QURAN']),
  status: openWord(streakStatuses),
  days: z.int(),
})
export type Streak = z.infer<typeof Streak>

/** GET /v1/streaks */
export const ListStreaksQuery = /* @__PURE__ */ cursorQuery({
  from: z.optional(day),
  to: z.optional(day),
  type: z.optional(type),
  sortOrder: z.optional(z.enum(['asc', 'desc'])),
  orderBy: z.optional(z.enum(streakOrders)),
  status: z.optional(status),
})
export type ListStreaksQuery = z.infer<typeof ListStreaksQuery>
export const ListStreaksResponse = /* @__PURE__ */ cursorListOf(Streak)
export type ListStreaksResponse = z.infer<typeof ListStreaksResponse>

/** GET /v1/streaks/current-streak-days */
export const CurrentStreakQuery = /* @__PURE__ */ query({ type })
export type CurrentStreakQuery = z.infer<typeof CurrentStreakQuery>
export const CurrentStreakResponse = /* @__PURE__ */ dataOf(z.looseObject({ days: z.int() }))
export type CurrentStreakResponse = z.infer<typeof CurrentStreakResponse>
