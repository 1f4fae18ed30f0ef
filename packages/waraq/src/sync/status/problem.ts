import type { Clock } from '../../client/clock.ts'
import type { ErrorCode, WaraqError } from '@waraq/protocol'
import { partOf, type ErrorPart } from '../errors/error-meanings.ts'

/** What is wrong at present, as a page tells its reader. Times are milliseconds since the epoch. */
export interface Problem {
  /** Code of the `WaraqError` behind it. */
  readonly code: ErrorCode
  /** What happened: a sentence of plain English. */
  readonly message: string
  /** What to do about it. Empty where waiting is all that can be done. */
  readonly remedy: string
  /** Which part to look at. `worker`: the engine itself, in the worker or in the page. */
  readonly part: ErrorPart
  /** No answer came at all, from the service or the relay: mostly this device has no network, and what is here is fine. */
  readonly unanswered: boolean
  /** The subscription that the problem keeps from becoming current; null where it concerns all. */
  readonly filter: string | null
  /** When a try first met it; each try since has met it again. Null where that is not known. */
  readonly since: number | null
  /** When the engine tries again by itself; a time that has passed means now. Null where it does not. */
  readonly nextTryAt: number | null
}

/** The first sentence of an error says what happened, the others what to do. */
const firstSentence = /^.*?[.!?](?=\s+\p{Lu})/su

export function problemOf(
  { code, message }: Pick<WaraqError, 'code' | 'message'>,
  rest: Partial<Pick<Problem, 'unanswered' | 'filter' | 'since' | 'nextTryAt'>> = {},
): Problem {
  const [sentence = message] = firstSentence.exec(message) ?? []
  return {
    code,
    message: sentence,
    remedy: message.slice(sentence.length).trim(),
    part: partOf(code),
    unanswered: false,
    filter: null,
    since: null,
    nextTryAt: null,
    ...rest,
  }
}

/** The part of an engine that tells of problems. */
interface Watchable {
  watch(
    listener: (status: { readonly problem: Problem | null }) => void,
    onProblem: (problem: WaraqError) => void,
  ): () => void
}

/**
 * Tells the problem whenever it changes: the status's, or why there is no status. Returns a function that ends it.
 * `nextTryAt`: when the engine tries again to read a status that could not be read.
 */
export function watchProblem(
  engine: Watchable,
  clock: Pick<Clock, 'now'>,
  listener: (problem: Problem | null) => void,
  nextTryAt: () => number | null = () => null,
): () => void {
  let told: Problem | null | undefined
  const tell = (problem: Problem | null) => {
    if (JSON.stringify(problem) === JSON.stringify(told)) return
    told = problem
    listener(problem)
  }
  return engine.watch(
    ({ problem }) => tell(problem),
    (error) => {
      const since = told?.code === error.code ? told.since : clock.now()
      const unanswered = error.details['offline'] === true
      tell(problemOf(error, { since, nextTryAt: nextTryAt(), unanswered }))
    },
  )
}
