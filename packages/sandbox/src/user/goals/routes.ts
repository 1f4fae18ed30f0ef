import {
  CreateGoalBody,
  CreateGoalQuery,
  DeleteGoalQuery,
  EstimateGoalQuery,
  GetTodaysPlanQuery,
  UpdateGoalBody,
  UpdateGoalQuery,
  type TodaysPlan,
} from '@waraq/protocol/user'
import type { ActivityDays } from '../activity-days/activity-days.ts'
import { done, route, type UserRoute } from '../parts/route.ts'
import type { Goals } from './goals.ts'

interface Parts {
  readonly goals: Goals
  readonly activityDays: ActivityDays
}

export function goalRoutes(parts: Parts): UserRoute[] {
  return [...readingRoutes(parts), ...changingRoutes(parts)]
}

function readingRoutes(parts: Parts): UserRoute[] {
  return [
    route(
      'GET',
      '/v1/goals/get-todays-plan',
      { scope: 'goal.read', query: GetTodaysPlanQuery },
      ({ userId, today, query }) => done(todaysPlan(parts, userId, today, query)),
    ),
    route(
      'GET',
      '/v1/goals/estimate',
      { scope: 'goal.estimate', query: EstimateGoalQuery },
      ({ today, query }) => done(parts.goals.estimate(today, query)),
    ),
  ]
}

/** The mushaf of a goal makes no difference: all have the same pages here. */
function changingRoutes({ goals }: Parts): UserRoute[] {
  return [
    route(
      'POST',
      '/v1/goals',
      { scope: 'goal.create', query: CreateGoalQuery, body: CreateGoalBody },
      ({ userId, today, body }) => done({ id: goals.create(userId, today, body) }),
    ),
    route(
      'PUT',
      '/v1/goals/{id}',
      { scope: 'goal.update', query: UpdateGoalQuery, body: UpdateGoalBody },
      ({ userId, today, params, body }) => {
        goals.update(userId, today, params.id, body)
        return done({})
      },
    ),
    route(
      'DELETE',
      '/v1/goals/{id}',
      { scope: 'goal.delete', query: DeleteGoalQuery },
      ({ userId, today, params, query }) => {
        goals.delete(userId, today, params.id, query.category)
        return done({ message: 'goal deleted' })
      },
    ),
  ]
}

/**
 * Today's part of a reading goal, and how much of it is done. A user has one such goal: there is no plan for another type,
 * or after its last day. The goal is the same in all mushafs; the counted reading is that in the mushaf of the request.
 */
function todaysPlan(
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
