import { isWaraqError } from '@waraq/protocol'
import type { EngineStatus, Problem } from 'waraq'
import type { Words } from '../words/words.ts'
import type { Trouble } from './sync-state.ts'

/** Why the content is not up to date. */
export interface SyncProblem {
  readonly code: string
  readonly part: Problem['part']
  /** The engine's own words: what happened and what to do. Null where it only gives a code. */
  readonly message: string | null
  /** Whether the service could not be reached: the content on this device is shown, and is fine. */
  readonly unreachable: boolean
}

/** What keeps the content from being up to date; null where nothing does. */
export function problemOf({ subscriptions, problem, schedule }: EngineStatus): SyncProblem | null {
  const ofRun = subscriptions.find((each) => each.problem !== null)?.problem
  if (ofRun) {
    const { code, part, message, remedy, unanswered } = ofRun
    return { code, part, message: `${message} ${remedy}`.trim(), unreachable: unanswered }
  }
  // A sync that failed before its run began leaves only a code. Notices tell of the library's own problems.
  if (!problem || problem.code !== schedule?.errorCode) return null
  const { code, part, unanswered } = problem
  return { code, part, message: null, unreachable: unanswered }
}

/** `told`: what the engine says of the error, where it does. */
export function troubleOf(error: unknown, told: Problem | null = null): Trouble {
  if (isWaraqError(error)) {
    const { code, message } = error
    return { code, message, part: told?.code === code ? told.part : undefined }
  }
  return { code: 'unknown', message: error instanceof Error ? error.message : null }
}

export function problemWords({ code, message }: Pick<SyncProblem, 'code' | 'message'>, words: Words): string {
  return message === null ? words.sync.failed(code) : words.problem(code)
}

export function troubleWords({ code, message }: Trouble, words: Words): string {
  return message === null ? words.sync.unknownTrouble : words.problem(code)
}
