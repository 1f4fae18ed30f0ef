import type { GetTodaysPlanQuery, TodaysPlan } from '@waraq/protocol/user'
import type { ActivityDays } from '../activity-days/activity-days.ts'
import type { Goals } from './goals.ts'

/**
 * Today's part of a goal of reading, and how much of it is done. A user has one such goal: there is no plan for another type, or
 * after its last day. The goal is the same in all mushafs; the reading is that in the mushaf of the request.
 */
export function todaysPlan(
  { goals, activityDays }: { readonly goals: Goals; readonly activityDays: ActivityDays },
  userId: string,
  today: string,
  { type, mushafId }: GetTodaysPlanQuery,
): TodaysPlan {
  const day = activityDays.on(userId, today, mushafId)
  const target = goals.targetOn(userId, day.date)
  if (target?.type !== type) return { hasGoal: false }
  return { ...day, hasGoal: true, goalId: target.goalId }
}
