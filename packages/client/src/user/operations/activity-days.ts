import {
  EstimateReadingTimeQuery,
  EstimateReadingTimeResponse,
  ListActivityDaysQuery,
  ListActivityDaysResponse,
  RecordActivityDayBody,
  RecordActivityDayResponse,
} from '@waraq/contract/user'
import { operation } from '../operation.ts'

export const activityDays = {
  /** Adds to the day that it is now. */
  record: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'POST',
    path: '/v1/activity-days',
    body: RecordActivityDayBody,
    answer: RecordActivityDayResponse,
    scope: 'activity_day.create',
    countsDays: true,
    repeat: 'unsafe',
  }),
  list: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'GET',
    path: '/v1/activity-days',
    query: ListActivityDaysQuery,
    answer: ListActivityDaysResponse,
    scope: 'activity_day.read',
    repeat: 'safe',
    paging: 'cursor',
  }),
  estimateReadingTime: /* @__PURE__ */ operation({
    service: 'auth',
    method: 'GET',
    path: '/v1/activity-days/estimate-reading-time',
    query: EstimateReadingTimeQuery,
    answer: EstimateReadingTimeResponse,
    scope: 'activity_day.estimate',
    repeat: 'safe',
  }),
}
