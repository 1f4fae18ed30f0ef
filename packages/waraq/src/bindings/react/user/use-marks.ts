import { marksOfChapter } from '../../../user/view/queries.ts'
import type { UserData } from '../../../user/api.ts'
import { useCallback, useSyncExternalStore } from 'react'
import { liveQueries, type Begin, type LiveQuery } from '../../../app/live-queries.ts'
import type { LiveResult } from '../../../app/live-result.ts'
import { useAnswers } from '../use-answers.ts'
import { useUserData } from './provider.ts'
import { beginOfUser } from '../../../app/begin.ts'
import { marksByVerse, noMarks, type MarksByVerse, type VerseMarks } from './verse-marks.ts'

const keyOf = (chapter: number) => `by verse|${marksOfChapter(chapter).key}`

/** Follows the marks of a surah. Objects stay the same if they have not changed. */
function beginMarks(user: UserData, chapter: number): Begin<MarksByVerse> {
  const begin = beginOfUser(user, marksOfChapter(chapter))
  return ({ next, ...others }) => {
    let latest: MarksByVerse | undefined
    return begin({ next: (marks) => next((latest = marksByVerse(chapter, marks, latest))), ...others })
  }
}

/** The live query of a surah's marks, which all its verses share. */
export function marksQuery(user: UserData, chapter: number): LiveQuery<MarksByVerse> {
  return liveQueries(user).of(keyOf(chapter), beginMarks(user, chapter))
}

/** The latest marks of a verse. Does not start a query. */
export function peekMarks(user: UserData, verseKey: string): VerseMarks {
  const { data: value } = liveQueries(user).peek<MarksByVerse>(keyOf(chapterOf(verseKey)))
  return value?.get(verseKey) ?? noMarks
}

export function chapterOf(verseKey: string): number {
  return Number(verseKey.split(':', 1)[0])
}

/**
 * The marks in a surah, by verse key; a verse without marks is not included. All verses of a surah share one live query. Null
 * runs no query.
 */
export function useMarks(chapter: number | null): LiveResult<MarksByVerse> {
  const key = chapter === null ? null : keyOf(chapter)
  return useAnswers(useUserData(), key, (user) => beginMarks(user, chapter!))
}

const never = () => () => undefined
const unmarked = () => noMarks

/** The marks of a verse. Renders again only when this verse changes. */
export function useVerseMarks(verseKey: string): VerseMarks {
  const user = useUserData()
  const follow = useCallback(
    (listener: () => void) =>
      user ? marksQuery(user, chapterOf(verseKey)).source.follow(listener) : never(),
    [user, verseKey],
  )
  const get = useCallback(() => (user ? peekMarks(user, verseKey) : noMarks), [user, verseKey])
  return useSyncExternalStore(follow, get, unmarked)
}
