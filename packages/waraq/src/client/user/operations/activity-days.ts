import {
  EstimateReadingTimeQuery,
  EstimateReadingTimeResponse,
  ListActivityDaysQuery,
  ListActivityDaysResponse,
  RecordActivityDayBody,
  RecordActivityDayResponse,
} from '@waraq/protocol/user'
import { auth } from '../operation.ts'

export const activityDays = {
  /** Adds to the current day. */
  record: /* @__PURE__ */ auth('POST /v1/activity-days', 'activity_day.create', RecordActivityDayResponse, {
    body: RecordActivityDayBody,
    countsDays: true,
  }),
  list: /* @__PURE__ */ auth('GET /v1/activity-days', 'activity_day.read', ListActivityDaysResponse, {
    query: ListActivityDaysQuery,
    paging: 'cursor',
  }),
  estimateReadingTime: /* @__PURE__ */ auth(
    'GET /v1/activity-days/estimate-reading-time',
    'activity_day.estimate',
    EstimateReadingTimeResponse,
    { query: EstimateReadingTimeQuery },
  ),
}
