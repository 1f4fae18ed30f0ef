import {
  CurrentStreakQuery,
  CurrentStreakResponse,
  ListStreaksQuery,
  ListStreaksResponse,
} from '@waraq/contract/user'
import { operation } from '../operation.ts'

export const streaks = {
  list: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'GET',
    path: '/v1/streaks',
    query: ListStreaksQuery,
    answer: ListStreaksResponse,
    scope: 'streak.read',
    countsDays: true,
    repeat: 'safe',
    paging: 'cursor',
  }),
  getCurrentDays: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'GET',
    path: '/v1/streaks/current-streak-days',
    query: CurrentStreakQuery,
    answer: CurrentStreakResponse,
    scope: 'streak.read',
    countsDays: true,
    repeat: 'safe',
  }),
}
