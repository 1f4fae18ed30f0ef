import { cursor, cursorList, data, texts } from './common.test-support.ts'
import { anyInteger, closed, object, openWords, words } from './describe.test-support.ts'
import { order, period } from './activity-days.test-support.ts'

/** What the document says of streaks. */

const status = words('ACTIVE', 'BROKEN')
const Streak = object({
  ...texts('id', 'startDate', 'endDate'),
  type: openWords('QURAN'),
  status: openWords('ACTIVE', 'BROKEN'),
  days: anyInteger,
})
export const streaks = {
  Streak,
  ListStreaksQuery: cursor({
    ...period,
    'type?': words('QURAN'),
    'sortOrder?': order,
    'orderBy?': words('startDate', 'days'),
    'status?': status,
  }),
  ListStreaksResponse: cursorList(Streak),
  CurrentStreakQuery: closed({ type: words('QURAN') }),
  CurrentStreakResponse: data(object({ days: anyInteger })),
}
