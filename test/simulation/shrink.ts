import fc from 'fast-check'

/** The origin of a case: seed and path together reproduce it. */
export interface Found {
  readonly seed: number
  readonly path: string
}

/** The time limit for shrinking a failing case. */
const shrinkMs = 60_000

/**
 * Shrinks a failing case within a time limit. Resolves when the last attempt has ended: if it continued, it would change the
 * globals, the tasks and the time of later tests.
 */
export async function shrink<T>(
  cases: fc.Arbitrary<T>,
  live: (one: T) => Promise<unknown>,
  found: Found,
  withinMs = shrinkMs,
): Promise<fc.RunDetails<[T]>> {
  let running: Promise<unknown> = Promise.resolve()
  const property = fc.asyncProperty(cases, async (one) => {
    running = live(one)
    await running
  })
  const details = await fc.check(property, {
    ...found,
    numRuns: 1,
    interruptAfterTimeLimit: withinMs,
    markInterruptAsFailure: false,
  })
  await running.catch(() => undefined)
  return details
}

/** The case that a seed and a path lead to, without shrinking. */
export function caseAt<T>(cases: fc.Arbitrary<T>, { seed, path }: Found): T {
  const [one] = fc.sample(cases, { seed, path, numRuns: 1 })
  return one!
}
