import { checkPageBytes, checkSnapshotBytes, type Verdict } from './check-body.ts'
import { mutate, type HostileBody } from './mutate.ts'
import { watchPrototypes } from './prototypes.ts'
import { seeded, seedOf } from '@waraq/test-support/random'
import { validBodies } from './valid-bodies.ts'

export interface MalformedBodiesOptions {
  readonly seed: number
  readonly count: number
  /** Told now and then how many bodies are done. */
  readonly onProgress?: (done: number) => void
  /** Looked at now and then: true ends the series early. */
  readonly enough?: () => boolean
}

export interface MalformedBodiesReport {
  readonly seed: number
  readonly bodies: number
  readonly accepted: number
  readonly rows: number
  readonly rejectedRows: number
  /** How often each code refused a body. */
  readonly refusals: Readonly<Record<string, number>>
}

const perBatch = 1000

/** The body at `index` of a series. */
export function malformedBody(series: number, index: number) {
  const random = seeded(seedOf(series, index))
  return mutate(random.pick(validBodies), random)
}

function check(body: HostileBody): Promise<Verdict> {
  return body.kind === 'page' ? checkPageBytes(body.bytes) : checkSnapshotBytes(body.bytes)
}

/** The failure of a body, met once more with stack traces on. */
async function failureOf(body: HostileBody, first: unknown): Promise<unknown> {
  try {
    await check(body)
    return first
  } catch (error) {
    return error
  }
}

/**
 * Sends mutated bodies through the readers and checks of client and engine. Rejects at the first broken promise, with
 * what is needed to make that body again.
 */
export async function runMalformedBodies(options: MalformedBodiesOptions): Promise<MalformedBodiesReport> {
  const { seed, count, onProgress, enough } = options
  const prototypesAreUntouched = watchPrototypes()
  const refusals = new Map<string, number>()
  let [bodies, accepted, rows, rejectedRows] = [0, 0, 0, 0]
  const { stackTraceLimit } = Error
  // Half of the bodies end in an error, and most of what an error costs is its stack.
  Error.stackTraceLimit = 0
  try {
    for (let index = 0; index < count; index++) {
      const body = malformedBody(seed, index)
      try {
        const verdict = await check(body)
        if (verdict.accepted) {
          accepted++
          rows += verdict.rows
          rejectedRows += verdict.rejectedRows
        } else refusals.set(verdict.code, (refusals.get(verdict.code) ?? 0) + 1)
      } catch (error) {
        Error.stackTraceLimit = stackTraceLimit
        const told = `seed ${seed}, body ${index} (${body.from}: ${body.how.join(', ')})`
        const text = new TextDecoder().decode(body.bytes).slice(0, 2000)
        throw new Error(`${told}\n${text}`, { cause: await failureOf(body, error) })
      }
      bodies++
      if (bodies % perBatch !== 0) continue
      prototypesAreUntouched()
      onProgress?.(bodies)
      if (enough?.()) break
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  prototypesAreUntouched()
  return { seed, bodies, accepted, rows, rejectedRows, refusals: Object.fromEntries(refusals) }
}
