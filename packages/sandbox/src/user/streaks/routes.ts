import { CurrentStreakQuery, ListStreaksQuery } from '@waraq/protocol/user'
import { cursorData, cursorPart } from '../parts/lists.ts'
import { done, route, type UserRoute } from '../parts/route.ts'
import type { Streaks } from './streaks.ts'

/** All streaks are of one type, so the type in the request changes nothing. */
export function streakRoutes({ streaks }: { readonly streaks: Streaks }): UserRoute[] {
  return [
    route(
      'GET',
      '/v1/streaks',
      { scope: 'streak.read', query: ListStreaksQuery },
      ({ userId, today, query }) => {
        return cursorData(cursorPart(streaks.list(userId, today, query), query))
      },
    ),
    route(
      'GET',
      '/v1/streaks/current-streak-days',
      { scope: 'streak.read', query: CurrentStreakQuery },
      ({ userId, today }) => done({ days: streaks.currentDays(userId, today) }),
    ),
  ]
}
