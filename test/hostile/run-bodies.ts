import { checkPageBytes, checkSnapshotBytes, type Verdict } from './check-body.ts'
import { mutate, type HostileBody } from './mutate.ts'
import { watchPrototypes } from './prototypes.ts'
import { seeded, seedOf } from '@waraq/test-support/random'
import { validBodies } from './valid-bodies.ts'

export interface MalformedBodiesReport {
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

/** Sends the body at `index` of a series through the readers and checks of client and engine. */
export async function checkMalformedBody(series: number, index: number): Promise<Verdict> {
  const body = malformedBody(series, index)
  try {
    return await check(body)
  } catch (error) {
    const reported = `bodies:${series}:${index} (${body.from}: ${body.how.join(', ')})`
    const text = new TextDecoder().decode(body.bytes).slice(0, 2000)
    throw new Error(`${reported}\n${text}`, { cause: error })
  }
}

/** The first bodies of a series. Rejects at the first broken promise, with what makes that body again. */
export async function runMalformedBodies(series: number, count: number): Promise<MalformedBodiesReport> {
  const prototypesAreUntouched = watchPrototypes()
  const refusals = new Map<string, number>()
  let [bodies, accepted, rows, rejectedRows] = [0, 0, 0, 0]
  const { stackTraceLimit } = Error
  // Half of the bodies end in an error, and most of what an error costs is its stack.
  Error.stackTraceLimit = 0
  try {
    for (; bodies < count; bodies++) {
      const verdict = await checkMalformedBody(series, bodies)
      if (verdict.accepted) {
        accepted++
        rows += verdict.rows
        rejectedRows += verdict.rejectedRows
      } else refusals.set(verdict.code, (refusals.get(verdict.code) ?? 0) + 1)
      if (bodies % perBatch === 0) prototypesAreUntouched()
    }
  } catch (error) {
    Error.stackTraceLimit = stackTraceLimit
    // The same body once more, with stack traces.
    await checkMalformedBody(series, bodies)
    throw error
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  prototypesAreUntouched()
  return { bodies, accepted, rows, rejectedRows, refusals: Object.fromEntries(refusals) }
}
