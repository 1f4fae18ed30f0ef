import { EstimateReadingTimeQuery, ListActivityDaysQuery, RecordActivityDayBody } from '@waraq/protocol/user'
import { allVerses } from '../../content/verses.ts'
import { wordsOf } from '../../content/words.ts'
import { cursorData, cursorPart } from '../parts/lists.ts'
import { done, route, type UserRoute } from '../parts/route.ts'
import { spansOf } from '../parts/verse-index.ts'
import type { ActivityDays } from './activity-days.ts'

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

/** The API documentation names no reading speed. At this one the complete text takes about twenty hours. */
const secondsPerWord = 1

/**
 * Seconds that it takes to read comma-separated ranges.
 * @throws {Refusal} 422 if one is not a range of verses
 */
function readingTime(ranges: string): number {
  const words = spansOf(ranges)
    .flatMap(({ from, to }) => allVerses().slice(from - 1, to))
    .reduce((sum, verse) => sum + wordsOf(verse).words.length, 0)
  return Math.max(1, words * secondsPerWord)
}
