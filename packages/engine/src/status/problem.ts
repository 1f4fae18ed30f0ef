import type { Clock } from '@waraq/client'
import type { ErrorCode, WaraqError } from '@waraq/contract'
import { partOf, type ErrorPart } from '../errors/error-meanings.ts'

/** What is wrong at present, as a page tells its reader. Times are milliseconds since the epoch. */
export interface Problem {
  /** Of the `WaraqError` behind it. */
  readonly code: ErrorCode
  /** What happened: a sentence of plain English. */
  readonly message: string
  /** What to do about it. Empty where there is nothing but to wait. */
  readonly remedy: string
  /** Where to look. `worker`: the engine itself, wherever it runs. */
  readonly part: ErrorPart
  /** The one subscription that it keeps from becoming current, while others do; null where it stands in the way of all. */
  readonly filter: string | null
  /** When it was first met, since when every try has met it. Null where that is not known. */
  readonly since: number | null
  /** When it is tried again without anybody doing anything; a time that has passed means now. Null where it is not. */
  readonly nextTryAt: number | null
}

/** The first sentence of an error says what happened, the others what to do. */
const firstSentence = /^.*?[.!?](?=\s+\p{Lu})/su

export function problemOf(
  { code, message }: Pick<WaraqError, 'code' | 'message'>,
  rest: Partial<Pick<Problem, 'filter' | 'since' | 'nextTryAt'>> = {},
): Problem {
  const [sentence = message] = firstSentence.exec(message) ?? []
  return {
    code,
    message: sentence,
    remedy: message.slice(sentence.length).trim(),
    part: partOf(code),
    filter: null,
    since: null,
    nextTryAt: null,
    ...rest,
  }
}

/** An engine, as far as it tells of problems. */
interface Watchable {
  watch(
    listener: (status: { readonly problem: Problem | null }) => void,
    onProblem: (problem: WaraqError) => void,
  ): () => void
}

/**
 * Tells what is wrong, whenever that changes: what the status says, and why there is none. Returns what ends it. `nextTryAt`
 * says when what keeps the status from being told is tried again.
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
      tell(problemOf(error, { since, nextTryAt: nextTryAt() }))
    },
  )
}
