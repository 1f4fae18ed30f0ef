import {
  CreateGoalBody,
  CreateGoalQuery,
  DeleteGoalQuery,
  EstimateGoalQuery,
  GetTodaysPlanQuery,
  UpdateGoalBody,
  UpdateGoalQuery,
} from '@waraq/protocol/user'
import type { ActivityDays } from '../activity-days/activity-days.ts'
import { done, route, type UserRoute } from '../parts/route.ts'
import type { Goals } from './goals.ts'
import { todaysPlan } from './todays-plan.ts'

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

/** Which mushaf a goal is made in makes no difference: all have the same pages here. */
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
