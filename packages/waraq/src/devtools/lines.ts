import type { Problem } from '../sync/status/problem.ts'
import type { LoggedRun } from './run-log.ts'

export const count = (number: number, one: string) =>
  `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

/** Local time of day. */
export const timeOf = (at: number) => new Date(at).toLocaleTimeString('en', { hour12: false })

/** Local time, to the minute. */
const minuteOf = (at: number) =>
  new Date(at).toLocaleTimeString('en', { hour12: false, hour: '2-digit', minute: '2-digit' })

/** Text for the time of a deferred refresh. */
export const refreshComes = (dueAt: number) => `comes at about ${minuteOf(dueAt)}`

const nextTry = (at: number | null) => (at === null ? '' : `; next try at ${timeOf(at)}`)

function countsOf({ counts, mode }: LoggedRun): string {
  if (!counts) return ''
  const { pages, mutations, snapshots, rows, bytes } = counts
  const all = [
    count(pages, 'page'),
    count(mutations, 'change'),
    ...(snapshots > 0 ? [count(snapshots, 'snapshot'), count(rows, 'row')] : []),
    ...(bytes > 0 ? [megabytes(bytes)] : []),
  ]
  return ` (${mode ? `${mode}: ` : ''}${all.join(', ')})`
}

/** At least 0: the device's clock may have been set back in the meantime. */
const secondsOf = (ms: number) => (Math.max(0, ms) / 1000).toFixed(1)

/** A run in one line: outcome, duration and counts. */
export function lineOf(run: LoggedRun): string {
  const { filter, outcome, startedAt, endedAt, errorCode, retryAt, elsewhere } = run
  const took = startedAt !== null && endedAt !== null ? ` in ${secondsOf(endedAt - startedAt)} s` : ''
  const where = elsewhere ? ', in another tab' : ''
  const why = errorCode === null ? '' : `, ${errorCode}`
  const next =
    errorCode === 'postponed' && retryAt !== null
      ? `; a deferred refresh ${refreshComes(retryAt)}`
      : nextTry(retryAt)
  return `${filter}: ${outcome}${took}${where}${why}${countsOf(run)}${next}`
}

/** A problem in one line, with its remedy. */
export function problemLine({ message, remedy, code, nextTryAt }: Problem): string {
  return `${message} ${remedy} (${code}${nextTry(nextTryAt)})`
}
