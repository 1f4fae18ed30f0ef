import { ranges } from './notes.test-support.ts'
import {
  cursor,
  cursorList,
  data,
  optionalIntegers,
  optionalNumbers,
  someObject,
} from './common.test-support.ts'
import {
  anyInteger,
  closed,
  day,
  integer,
  listOf,
  mushafId,
  number,
  object,
  text,
  verseRange,
  words,
} from './describe.test-support.ts'

/** What the document says of activity days. */

export const activity = words(
  'QURAN',
  'LESSON',
  'LEARNING_PLAN',
  'QURAN_READING_PROGRAM',
  'TAFSIR',
  'ANSWERS',
  'HADITH',
  'LAYERS',
  'QIRAAT',
  'AUDIO',
  'REFLECTIONS',
  'LESSONS',
)
export const read = {
  ...ranges,
  ...optionalNumbers('pagesRead', 'dailyTargetPages'),
  ...optionalIntegers('secondsRead', 'versesRead', 'manuallyAddedSeconds', 'dailyTargetSeconds'),
  'dailyTargetRanges?': listOf(verseRange),
  'remainingDailyTargetRanges?': listOf(verseRange),
}
export const progress = number({ least: 0, most: 1 })
const ActivityDay = object({ id: text, date: day, progress, type: activity, ...read, mushafId })
export const period = { 'from?': day, 'to?': day }
export const order = words('asc', 'desc')

export const activityDays = {
  ActivityType: activity,
  ActivityDay,
  RecordActivityDayBody: object({ seconds: integer({ least: 1 }), ranges: listOf(verseRange), mushafId }),
  RecordActivityDayResponse: data(someObject),
  ListActivityDaysQuery: cursor({ ...period, 'dateOrderBy?': order, 'type?': activity }),
  ListActivityDaysResponse: cursorList(ActivityDay),
  EstimateReadingTimeQuery: closed({ ranges: verseRange }),
  EstimateReadingTimeResponse: data(object({ seconds: anyInteger })),
}
