import { WaraqError } from '@waraq/protocol'
import type { LiveAnswer, LiveAnswers } from '../app/answers.ts'
import type { AppQuery, Waraq } from '../app/create-waraq.ts'
import { noResult, pendingResult } from '../app/live-result.ts'

export interface Answers<T> extends Pick<LiveAnswers<T>, 'get' | 'subscribe'> {
  /** The answer on a server, and while its markup is hydrated. */
  readonly initial: LiveAnswer<T>
}

const pendingAnswer: LiveAnswer<never> = { ...pendingResult, problem: null }
const noAnswer: LiveAnswer<never> = { ...noResult, problem: null }
const noAnswers: Answers<never> = {
  initial: noAnswer,
  get: () => noAnswer,
  subscribe: () => () => undefined,
}

/** The answers to a query. Null runs no query. */
export function answersTo<T>(app: Waraq, query: AppQuery<T> | null): Answers<T> {
  if (!query) return noAnswers
  const { get, subscribe } = app.live(query)
  return { initial: pendingAnswer, get, subscribe }
}

/** Whether two queries are the same. */
export function hasSameKey(one: AppQuery<unknown> | null, other: AppQuery<unknown> | null): boolean {
  return one?.key === other?.key
}

/** The error if no application is provided. @param remedy the call that provides an application */
export function notProvided(remedy: string): WaraqError {
  return new WaraqError({
    code: 'not_provided',
    message: `There is no application here. Call ${remedy} first.`,
  })
}
