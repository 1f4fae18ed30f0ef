import type { Clock } from '../../client/clock.ts'
import type { ErrorCode, WaraqError } from '@waraq/protocol'
import { partOf, type ErrorPart } from '../errors/error-meanings.ts'

/** The current problem, as a page shows it to a person. Times are milliseconds since the epoch. */
export interface Problem {
  /** Code of the `WaraqError` behind it. */
  readonly code: ErrorCode
  /** What happened, as a sentence in plain English. */
  readonly message: string
  /** What to do about it. Empty if the only thing to do is wait. */
  readonly remedy: string
  /** The part at fault. `worker`: the engine itself, in the worker or in the page. */
  readonly part: ErrorPart
  /** No answer came at all, from the service or the relay. Usually this device has no network, and the local content is fine. */
  readonly unanswered: boolean
  /** The subscription that the problem keeps from becoming current; null if it affects all. */
  readonly filter: string | null
  /** When a try first met the problem; each later try met it again. Null if that is not known. */
  readonly since: number | null
  /** When the engine retries automatically; a time in the past means now. Null if it does not retry. */
  readonly nextTryAt: number | null
}

/** The first sentence of an error describes what happened, the others what to do. */
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

/** The part of an engine that reports problems. */
interface Watchable {
  watch(
    listener: (status: { readonly problem: Problem | null }) => void,
    onProblem: (problem: WaraqError) => void,
  ): () => void
}

/**
 * Calls `listener` with the problem whenever it changes: the problem of the status, or the reason why there is no status.
 * Returns a function that ends the watch. `nextTryAt`: when the engine tries again to read a status that could not be read.
 */
export function watchProblem(
  engine: Watchable,
  clock: Pick<Clock, 'now'>,
  listener: (problem: Problem | null) => void,
  nextTryAt: () => number | null = () => null,
): () => void {
  let reported: Problem | null | undefined
  const tell = (problem: Problem | null) => {
    if (JSON.stringify(problem) === JSON.stringify(reported)) return
    reported = problem
    listener(problem)
  }
  return engine.watch(
    ({ problem }) => tell(problem),
    (error) => {
      const since = reported?.code === error.code ? reported.since : clock.now()
      const unanswered = error.details['offline'] === true
      tell(problemOf(error, { since, nextTryAt: nextTryAt(), unanswered }))
    },
  )
}
