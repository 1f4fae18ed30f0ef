import { isWaraqError } from '@waraq/protocol'
import type { EngineStatus, Problem } from 'waraq'
import type { Words } from '../words/words.ts'
import type { Trouble } from './sync-state.ts'

/** Why the content is not up to date. */
export interface SyncProblem {
  readonly code: string
  readonly part: Problem['part']
  /** The engine's own message: what happened and what to do. Null if it only reports a code. */
  readonly message: string | null
  /** Whether the service could not be reached. The content on this device is shown, and is fine. */
  readonly unreachable: boolean
}

/** Returns what keeps the content from being up to date. Null if it is up to date. */
export function problemOf({ subscriptions, problem, schedule }: EngineStatus): SyncProblem | null {
  const ofRun = subscriptions.find((each) => each.problem !== null)?.problem
  if (ofRun) {
    const { code, part, message, remedy, unanswered } = ofRun
    return { code, part, message: `${message} ${remedy}`.trim(), unreachable: unanswered }
  }
  // A sync that failed before its run started leaves only a code. Notices show the library's own problems.
  if (!problem || problem.code !== schedule?.errorCode) return null
  const { code, part, unanswered } = problem
  return { code, part, message: null, unreachable: unanswered }
}

/** `reported`: the engine's report of the error, if there is one. */
export function troubleOf(error: unknown, reported: Problem | null = null): Trouble {
  if (isWaraqError(error)) {
    const { code, message } = error
    return { code, message, part: reported?.code === code ? reported.part : undefined }
  }
  return { code: 'unknown', message: error instanceof Error ? error.message : null }
}

export function problemWords({ code, message }: Pick<SyncProblem, 'code' | 'message'>, words: Words): string {
  return message === null ? words.sync.failed(code) : words.problem(code)
}

export function troubleWords({ code, message }: Trouble, words: Words): string {
  return message === null ? words.sync.unknownTrouble : words.problem(code)
}
