import fc from 'fast-check'

/** Where a case comes from: it is found again by both. */
export interface Found {
  readonly seed: number
  readonly path: string
}

/** How long a failing case is made smaller. */
const shrinkMs = 60_000

/**
 * Makes a failing case smaller, for a while. Resolves once the last one that it tried is over: what ran on would change the
 * globals, the tasks and the time of whatever comes next.
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

/** The case that a seed and a path lead to, and none that is smaller. */
export function caseAt<T>(cases: fc.Arbitrary<T>, { seed, path }: Found): T {
  const [one] = fc.sample(cases, { seed, path, numRuns: 1 })
  return one!
}
