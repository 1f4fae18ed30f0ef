import {
  CurrentStreakQuery,
  CurrentStreakResponse,
  ListStreaksQuery,
  ListStreaksResponse,
} from '@waraq/protocol/user'
import { auth } from '../operation.ts'

export const streaks = {
  list: /* @__PURE__ */ auth('GET /v1/streaks', 'streak.read', ListStreaksResponse, {
    query: ListStreaksQuery,
    countsDays: true,
    paging: 'cursor',
  }),
  getCurrentDays: /* @__PURE__ */ auth(
    'GET /v1/streaks/current-streak-days',
    'streak.read',
    CurrentStreakResponse,
    { query: CurrentStreakQuery, countsDays: true },
  ),
}
