import type { GetTodaysPlanQuery, TodaysPlan } from '@waraq/contract/user'
import type { ActivityDays } from '../activity-days/activity-days.ts'
import type { Goals } from './goals.ts'

/**
 * What a goal of reading asks of today, and what of it is done. A user has one such goal: asked for another type, or
 * when its last day is past, there is none. The goal is the same in all mushafs, what was read is that in the one asked
 * for.
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
