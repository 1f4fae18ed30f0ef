import fc from 'fast-check'
import type { Description } from './describe.test-support.ts'
import {
  andBreaks,
  anyInteger,
  closed,
  day,
  eitherOf,
  flag,
  integer,
  listOf,
  mistaken,
  mushafId,
  nullable,
  number,
  object,
  onlyValid,
  text,
  textOfLength,
  time,
  verseKey,
  verseRange,
  words,
  inside,
  form,
  oneOfNumbers,
} from './describe.test-support.ts'
import {
  cursor,
  cursorList,
  data,
  message,
  optionalFlag,
  optionalIntegers,
  optionalNumbers,
  optionalTexts,
  pagination,
  someObject,
  texts,
} from './common.test-support.ts'

/** What the document says of everything that belongs to reading. */

// Bookmark
const bookmarkFields = {
  id: text,
  createdAt: time,
  key: anyInteger,
  'verseNumber?': nullable(anyInteger),
  isInDefaultCollection: flag,
  isReading: nullable(flag),
}
const Bookmark = closed({ ...bookmarkFields, type: text, group: text, 'collectionsCount?': anyInteger })
const BookmarkWithCollectionsCount = closed({
  ...bookmarkFields,
  type: text,
  group: text,
  collectionsCount: anyInteger,
})
const textOr = (field: string): Description => {
  const named = object({ [field]: text })
  return {
    valid: fc.oneof(fc.string(), named.valid),
    breaks: [
      { rule: 'text or object', broken: fc.constantFrom(1, true).map((value) => ({ value, path: [] })) },
      ...named.breaks.filter(({ rule }) => rule.startsWith(`${field}:`)),
    ],
  }
}
const RawBookmark = closed({
  ...bookmarkFields,
  bookmarkType: textOr('type'),
  bookmarkGroup: textOr('name'),
  'collectionsCount?': anyInteger,
})
const bookmarkType = words('page', 'juz', 'surah', 'ayah')

const mushafs = { 'mushafId?': mushafId, 'mushaf?': mushafId }
const verse = { key: anyInteger, verseNumber: anyInteger, ...mushafs }
const whole = { key: anyInteger, ...mushafs }
const ayah = words('ayah')
const wholeType = words('juz', 'page', 'surah')
const notForWhole = mistaken(
  'only of verses',
  'verseNumber',
  { key: 1, type: 'page', verseNumber: 1 },
  { key: 1, type: 'juz', verseNumber: 0 },
  { key: 1, type: 'surah', verseNumber: null },
)
const typed = eitherOf(object({ ...verse, type: ayah }), object({ ...whole, type: wholeType }))
/** Here the type need not be said: without it, a verse number says that a verse is meant. */
const target = eitherOf(
  { ...typed, breaks: typed.breaks.filter(({ rule }) => rule !== 'type: missing') },
  onlyValid(object(verse)),
  onlyValid(object(whole)),
)

export const bookmarks = {
  Bookmark,
  NullableBookmark: nullable(Bookmark),
  BookmarkWithCollectionsCount,
  RawBookmark,
  AddBookmarkBody: andBreaks(
    eitherOf(
      object({ ...verse, type: ayah, 'isReading?': flag }),
      object({ ...whole, type: wholeType, 'isReading?': flag }),
    ),
    notForWhole,
  ),
  AddBookmarkResponse: data(nullable(inside(Bookmark))),
  ListBookmarksQuery: cursor(
    { 'type?': bookmarkType, 'isReading?': flag, 'key?': anyInteger, mushafId },
    { mushafId: 1 },
  ),
  ListBookmarksResponse: cursorList(BookmarkWithCollectionsCount),
  DeleteBookmarkResponse: message('bookmark deleted'),
  ListRangeBookmarksQuery: closed({
    chapterNumber: anyInteger,
    rangeStartAyahNumber: anyInteger,
    rangeEndAyahNumber: anyInteger,
    mushafId,
  }),
  ListRangeBookmarksResponse: cursorList(RawBookmark),
  FindBookmarkQuery: closed({
    'isReading?': flag,
    'key?': anyInteger,
    'type?': bookmarkType,
    'verseNumber?': integer({ least: 1 }),
    ...mushafs,
  }),
  FindBookmarkResponse: data(inside(Bookmark)),
  ListBookmarkCollectionsQuery: cursor(
    { key: number(), 'type?': bookmarkType, 'includeDefault?': flag, mushafId },
    { key: 1, mushafId: 1 },
  ),
  ListBookmarkCollectionsResponse: data(listOf(text)),
}

// Collection
const Collection = closed({
  id: text,
  name: text,
  slug: nullable(text),
  isPrivate: flag,
  isDefault: flag,
  updatedAt: nullable(time),
  'url?': nullable(text),
  'bookmarksCount?': anyInteger,
  'resourcesCount?': anyInteger,
  'count?': anyInteger,
})
const bookmarkSorting = words('recentlyAdded', 'verseKey')

export const collections = {
  Collection,
  CreateCollectionBody: closed({ name: text }),
  CreateCollectionResponse: object({ success: flag, data: inside(Collection) }),
  ListCollectionsQuery: cursor({
    'sortBy?': words('recentlyUpdated', 'alphabetical', 'alphabeticalDesc'),
    'type?': bookmarkType,
  }),
  ListCollectionsResponse: object({ success: flag, data: listOf(inside(Collection)), pagination }),
  GetCollectionQuery: cursor({ 'sortBy?': bookmarkSorting }),
  GetCollectionResponse: object({
    'success?': flag,
    data: object({
      'collection?': inside(Collection),
      'bookmarks?': listOf(inside(BookmarkWithCollectionsCount)),
    }),
    pagination,
  }),
  RenameCollectionBody: object({ name: text }),
  RenameCollectionResponse: message('collection renamed'),
  DeleteCollectionResponse: message('collection deleted'),
  ListCollectedBookmarksQuery: cursor({ 'sortBy?': bookmarkSorting, 'type?': bookmarkType }),
  ListCollectedBookmarksResponse: cursorList(Bookmark),
  DeleteCollectionBookmarkResponse: message('collection bookmark deleted'),
  AddCollectionBookmarkBody: andBreaks(target, notForWhole),
  AddCollectionBookmarkResponse: message('collection bookmark added'),
  RemoveCollectionBookmarkBody: andBreaks(
    eitherOf(target, onlyValid(object({ bookmarkId: text }))),
    notForWhole,
    mistaken('text', 'bookmarkId', { bookmarkId: 1 }, { bookmarkId: null }),
    mistaken('instead of a key', 'bookmarkId', { bookmarkId: 'b', key: 1 }),
    mistaken('not by id', 'verseNumber', { bookmarkId: 'b', verseNumber: 1 }),
    mistaken('not by id', 'type', { bookmarkId: 'b', type: 'ayah' }),
  ),
  RemoveCollectionBookmarkResponse: data(someObject),
}

// Preference
const scale = integer({ least: 1, most: 10 })
const contents = listOf(words('translation', 'transliteration'))
const languages = listOf(textOfLength(0, 10), 1)
const sections = {
  theme: { 'type?': words('auto', 'light', 'sepia', 'dark') },
  reading: {
    readingPreference: words('translation', 'reading', 'readingTranslation'),
    selectedWordByWordLocale: words(
      ...'en, ur, id, bn, tr, fa, ru, hi, de, ta, inh, fr, sq, dv, zh, sd, ml'.split(', '),
    ),
    wordClickFunctionality: words('play-audio', 'no-audio'),
    'isReadingByRevelationOrder?': flag,
    'wordByWordContentType?': contents,
    'wordByWordDisplay?': listOf(words('tooltip', 'inline')),
    'wordByWordTooltipContentType?': contents,
    'wordByWordInlineContentType?': contents,
    selectedReadingTranslation: textOfLength(1, 255),
    'selectedReflectionLanguages?': languages,
    'selectedLessonLanguages?': languages,
  },
  quranReaderStyles: {
    tafsirFontScale: scale,
    quranTextFontScale: scale,
    translationFontScale: scale,
    reflectionFontScale: scale,
    qnaFontScale: scale,
    lessonFontScale: scale,
    surahInfoFontScale: scale,
    hadithFontScale: scale,
    layersFontScale: scale,
    wordByWordFontScale: integer({ least: 1, most: 6 }),
    'quranFont?': words(
      'code_v1',
      'code_v2',
      'text_uthmani',
      'text_indopak',
      'qpc_uthmani_hafs',
      'tajweed',
      'tajweed_v4',
    ),
    'mushafLines?': words('15_lines', '16_lines'),
    'showTajweedRules?': flag,
    'copyVerseAsGlyphs?': flag,
  },
  translations: { 'selectedTranslations?': listOf(anyInteger) },
  tafsirs: { 'selectedTafsirs?': listOf(text) },
  audio: {
    reciter: anyInteger,
    'playbackRate?': oneOfNumbers(0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2),
    'showTooltipWhenPlayingAudio?': flag,
    'enableAutoScrolling?': flag,
  },
  language: {
    'language?': words(
      ...'en, ar, bn, fa, fr, id, it, nl, pt, ru, sq, th, tr, ur, zh, ms, es, sw, vi'.split(', '),
    ),
  },
  userHasCustomised: { userHasCustomised: flag },
} satisfies Record<string, Record<string, Description>>
const Preference = closed(
  Object.fromEntries(Object.entries(sections).map(([name, fields]) => [`${name}?`, closed(fields)])),
)
const oneField = Object.entries(sections).flatMap(([group, fields]) =>
  Object.entries(fields as Record<string, Description>).map(([field, value]): Description => {
    const key = field.replace('?', '')
    const { valid, breaks } = object({ value })
    const place = { group, key }
    return {
      valid: valid.map((part) => ({ ...place, ...(part as object) })),
      breaks: breaks
        .filter(({ rule }) => rule !== 'object')
        .map(({ rule, broken }) => ({
          rule: `${group}.${key}: ${rule}`,
          broken: broken.map(({ value, path }) => ({ value: { ...place, ...(value as object) }, path })),
        })),
    }
  }),
)

export const preferences = {
  Preference,
  UpdatePreferenceBody: andBreaks(
    eitherOf(...oneField),
    mistaken(
      'a section',
      'group',
      { key: 'type', value: 'dark' },
      { group: 'themes', key: 'type', value: 'dark' },
    ),
    mistaken(
      'of the section',
      'key',
      { group: 'theme', value: 'dark' },
      { group: 'theme', key: 'reciter', value: 7 },
    ),
  ),
  UpdatePreferenceQuery: closed({ mushafId }),
  UpdatePreferenceResponse: message('preference updated'),
  GetPreferencesResponse: data(inside(Preference)),
  UpdatePreferencesQuery: closed({ mushafId }),
  UpdatePreferencesResponse: message('preferences updated'),
}

// Reading session
const ReadingSession = object({
  id: text,
  updatedAt: time,
  ...optionalIntegers('chapterNumber', 'verseNumber'),
})
export const readingSessions = {
  ReadingSession,
  RecordReadingSessionBody: object({
    chapterNumber: integer({ least: 1 }),
    verseNumber: integer({ least: 1 }),
  }),
  RecordReadingSessionResponse: message('reading session created', 'reading session updated'),
  ListReadingSessionsQuery: cursor({}),
  ListReadingSessionsResponse: cursorList(ReadingSession),
}

// Note
const ranges = { 'ranges?': listOf(verseRange) }
const noteBody = textOfLength(6, 10_000)
const entityType = words('reflection')
const AttachedEntity = object({ entityId: text, entityType, 'entityMetadata?': someObject })
const Note = object({
  ...texts('id', 'createdAt', 'updatedAt'),
  body: noteBody,
  'source?': text,
  'attachedEntities?': listOf(inside(AttachedEntity)),
  ...ranges,
})
const within = closed({ from: verseKey, to: verseKey })

export const notes = {
  AttachedEntity,
  Note,
  ListNotesQuery: closed({
    'cursor?': text,
    'limit?': number({ least: 1, most: 50 }),
    'sortBy?': words('newest', 'oldest'),
  }),
  ListNotesResponse: cursorList(Note),
  CreateNoteBody: object({ body: noteBody, saveToQR: flag, 'attachedEntity?': AttachedEntity, ...ranges }),
  NoteResponse: data(inside(Note)),
  ListVerseNotesResponse: cursorList(Note),
  ListEntityNotesQuery: closed({ entityId: text, entityType }),
  ListEntityNotesResponse: data(listOf(inside(Note))),
  ListRangeNotesQuery: within,
  ListRangeNotesResponse: data(listOf(inside(Note))),
  CountRangeNotesQuery: within,
  CountRangeNotesResponse: data(someObject),
  GetNoteQuery: closed({ 'withAttachedEntities?': flag }),
  UpdateNoteBody: object({ body: noteBody, 'saveToQR?': flag }),
  DeleteNoteResponse: data(optionalFlag('success')),
  PublishNoteBody: object({ body: noteBody, ...ranges }),
  PublishNoteResponse: data(object({ success: flag, 'postId?': number() })),
}

// Activity day
const activity = words(
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
const read = {
  ...ranges,
  ...optionalNumbers('pagesRead', 'dailyTargetPages'),
  ...optionalIntegers('secondsRead', 'versesRead', 'manuallyAddedSeconds', 'dailyTargetSeconds'),
  'dailyTargetRanges?': listOf(verseRange),
  'remainingDailyTargetRanges?': listOf(verseRange),
}
const progress = number({ least: 0, most: 1 })
const ActivityDay = object({ id: text, date: day, progress, type: activity, ...read, mushafId })
const period = { 'from?': day, 'to?': day }
const order = words('asc', 'desc')

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

// Streak
const status = words('ACTIVE', 'BROKEN')
const Streak = object({
  ...texts('id', 'startDate', 'endDate'),
  type: words('QURAN'),
  status,
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

// Goal
const goalType = words(
  'QURAN_TIME',
  'QURAN_PAGES',
  'QURAN_RANGE',
  'COURSE',
  'QURAN_READING_PROGRAM',
  'RAMADAN_CHALLENGE',
)
const category = words('QURAN', 'COURSE', 'QURAN_READING_PROGRAM', 'RAMADAN_CHALLENGE')
const GoalAmount: Description = {
  valid: fc.oneof(verseRange.valid, fc.integer({ min: 1 })),
  breaks: [
    {
      rule: 'a range or 1 or more',
      broken: fc
        .constantFrom<unknown[]>('', '5', '1:1', '1:1-7', 0, -1, 1.5, true, [], {})
        .map((value) => ({ value, path: [] })),
    },
  ],
}
const duration = { 'duration?': integer({ least: 1 }) }
const EstimatedGoalDay = object({ date: time, amount: GoalAmount })
const EstimatedGoalTimeline = object({ week: listOf(EstimatedGoalDay) })
const TodaysPlan = object({
  ...optionalTexts('id', 'goalId'),
  'date?': day,
  'progress?': progress,
  'type?': activity,
  ...read,
  'mushafId?': mushafId,
  hasGoal: flag,
})

export const goals = {
  GoalAmount,
  EstimatedGoalDay,
  EstimatedGoalTimeline,
  TodaysPlan,
  GetTodaysPlanQuery: closed({ type: words('QURAN_TIME', 'QURAN_PAGES', 'QURAN_RANGE'), mushafId }),
  GetTodaysPlanResponse: data(inside(TodaysPlan)),
  CreateGoalQuery: closed({ mushafId }),
  CreateGoalBody: object({ type: goalType, amount: GoalAmount, ...duration, category }),
  CreateGoalResponse: data(object({ id: text })),
  UpdateGoalQuery: closed({ mushafId }),
  UpdateGoalBody: object({ 'type?': goalType, 'amount?': GoalAmount, ...duration, 'category?': category }),
  UpdateGoalResponse: data(someObject),
  DeleteGoalQuery: closed({ category }),
  DeleteGoalResponse: message('goal deleted'),
  EstimateGoalQuery: closed({ type: goalType, amount: GoalAmount, ...duration, mushafId }),
  EstimateGoalResponse: data(inside(EstimatedGoalTimeline)),
}

// Parts
const uuidLike = fc.uuid()
export const parts = {
  VerseRange: verseRange,
  MushafId: mushafId,
  Pagination: pagination,
  PathText: textOfLength(1),
  PathNumber: integer({ least: 1 }),
  ImageDataUrl: form(
    fc
      .tuple(fc.constantFrom('png', 'jpeg', 'webp', 'svg+xml'), fc.base64String())
      .map(([type, bytes]) => `data:image/${type};base64,${bytes}`),
    '',
    'https://images.example/a.png',
    'data:text/plain;base64,aGk=',
    'data:image/png,aGk=',
    'data:image/;base64,aGk=',
    ' data:image/png;base64,aGk=',
    'image/png;base64,aGk=',
  ),
  MentionMarker: form(
    uuidLike.map((id) => `{{${id}}}`),
    '',
    '1b4e28ba-2fa1-11d2-883f-0016d3cca427',
    '{1b4e28ba-2fa1-11d2-883f-0016d3cca427}',
    '{{1B4E28BA-2FA1-11D2-883F-0016D3CCA427}}',
    '{{1b4e28ba2fa111d2883f0016d3cca427}}',
    '{{1b4e28ba-2fa1-11d2-883f-0016d3cca42}}',
    '{{1b4e28ba-2fa1-11d2-883f-0016d3cca427}} ',
    '{{1b4e28ba-2fa1-11d2-883f-0016d3cca42g}}',
  ),
}
