import * as z from 'zod/mini'
import { confirmation, dataOf } from '../parts/answers.ts'
import { positive } from '../parts/formats.ts'
import { MushafId } from '../parts/mushaf.ts'
import { anyObject, body, query } from '../parts/objects.ts'
import {
  EstimatedGoalTimeline,
  GoalAmount,
  goalCategories,
  goalTypes,
  plannedGoalTypes,
  TodaysPlan,
} from './goal.ts'

const type = /* @__PURE__ */ z.enum(goalTypes)
const category = /* @__PURE__ */ z.enum(goalCategories)
const duration = /* @__PURE__ */ z.optional(positive)
const ofMushaf = { mushafId: MushafId }

/** GET /v1/goals/get-todays-plan */
export const GetTodaysPlanQuery = /* @__PURE__ */ query({ type: z.enum(plannedGoalTypes), ...ofMushaf })
export type GetTodaysPlanQuery = z.infer<typeof GetTodaysPlanQuery>
export const GetTodaysPlanResponse = /* @__PURE__ */ dataOf(TodaysPlan)
export type GetTodaysPlanResponse = z.infer<typeof GetTodaysPlanResponse>

/** POST /v1/goals */
export const CreateGoalQuery = /* @__PURE__ */ query(ofMushaf)
export type CreateGoalQuery = z.infer<typeof CreateGoalQuery>
export const CreateGoalBody = /* @__PURE__ */ body({ type, amount: GoalAmount, duration, category })
export type CreateGoalBody = z.infer<typeof CreateGoalBody>
export const CreateGoalResponse = /* @__PURE__ */ dataOf(z.looseObject({ id: z.string() }))
export type CreateGoalResponse = z.infer<typeof CreateGoalResponse>

/** PUT /v1/goals/{id} */
export const UpdateGoalQuery = /* @__PURE__ */ query(ofMushaf)
export type UpdateGoalQuery = z.infer<typeof UpdateGoalQuery>
export const UpdateGoalBody = /* @__PURE__ */ body({
  type: z.optional(type),
  amount: z.optional(GoalAmount),
  duration,
  category: z.optional(category),
})
export type UpdateGoalBody = z.infer<typeof UpdateGoalBody>
export const UpdateGoalResponse = /* @__PURE__ */ dataOf(anyObject)
export type UpdateGoalResponse = z.infer<typeof UpdateGoalResponse>

/** DELETE /v1/goals/{id} */
export const DeleteGoalQuery = /* @__PURE__ */ query({ category })
export type DeleteGoalQuery = z.infer<typeof DeleteGoalQuery>
export const DeleteGoalResponse = /* @__PURE__ */ confirmation(['goal deleted'])
export type DeleteGoalResponse = z.infer<typeof DeleteGoalResponse>

/** GET /v1/goals/estimate */
export const EstimateGoalQuery = /* @__PURE__ */ query({ type, amount: GoalAmount, duration, ...ofMushaf })
export type EstimateGoalQuery = z.infer<typeof EstimateGoalQuery>
export const EstimateGoalResponse = /* @__PURE__ */ dataOf(EstimatedGoalTimeline)
export type EstimateGoalResponse = z.infer<typeof EstimateGoalResponse>
