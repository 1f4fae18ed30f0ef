import {
  cursor,
  cursorList,
  data,
  optionalIntegers,
  optionalNumbers,
  someObject,
} from './common.test-support.ts'
import {
  anyMushafId,
  closed,
  day,
  integer,
  listOf,
  mushafId,
  number,
  object,
  text,
  openWords,
  verseRanges,
  words,
} from './describe.test-support.ts'

/** What the document says of activity days. */

const activities = [
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
]
const activity = words(...activities)
/** In an answer. */
export const anyActivity = openWords(...activities)
export const read = {
  'ranges?': listOf(verseRanges),
  ...optionalNumbers('pagesRead', 'dailyTargetPages'),
  ...optionalIntegers('secondsRead', 'versesRead', 'manuallyAddedSeconds', 'dailyTargetSeconds'),
  'dailyTargetRanges?': listOf(verseRanges),
  'remainingDailyTargetRanges?': listOf(verseRanges),
}
export const progress = number({ least: 0, most: 1 })
const ActivityDay = object({
  id: text,
  date: day,
  progress,
  type: anyActivity,
  ...read,
  mushafId: anyMushafId,
})
export const period = { 'from?': day, 'to?': day }
export const order = words('asc', 'desc')

export const activityDays = {
  ActivityType: activity,
  ActivityDay,
  RecordActivityDayBody: object({
    type: activity,
    seconds: integer({ least: 1 }),
    ranges: listOf(verseRanges),
    mushafId,
    'date?': day,
  }),
  RecordActivityDayResponse: data(someObject),
  ListActivityDaysQuery: cursor({ ...period, 'dateOrderBy?': order, 'type?': activity }),
  ListActivityDaysResponse: cursorList(ActivityDay),
  EstimateReadingTimeQuery: closed({ ranges: verseRanges }),
  EstimateReadingTimeResponse: data(object({ seconds: number() })),
}
