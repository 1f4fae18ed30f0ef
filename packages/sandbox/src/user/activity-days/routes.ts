import { EstimateReadingTimeQuery, ListActivityDaysQuery, RecordActivityDayBody } from '@waraq/protocol/user'
import { cursorData, cursorPart } from '../parts/lists.ts'
import { done, route, type UserRoute } from '../parts/route.ts'
import type { ActivityDays } from './activity-days.ts'
import { readingTime } from './reading-time.ts'

export function activityDayRoutes({ activityDays }: { readonly activityDays: ActivityDays }): UserRoute[] {
  return [
    route(
      'POST',
      '/v1/activity-days',
      { scope: 'activity_day.create', body: RecordActivityDayBody },
      ({ userId, today, body }) => {
        activityDays.record(userId, today, body)
        return done({})
      },
    ),
    route(
      'GET',
      '/v1/activity-days',
      { scope: 'activity_day.read', query: ListActivityDaysQuery },
      ({ userId, query }) => {
        return cursorData(cursorPart(activityDays.list(userId, query), query))
      },
    ),
    route(
      'GET',
      '/v1/activity-days/estimate-reading-time',
      { scope: 'activity_day.estimate', query: EstimateReadingTimeQuery },
      ({ query }) => done({ seconds: readingTime(query.ranges) }),
    ),
  ]
}
