const env = typeof process === 'undefined' ? {} : process.env
/** Whether `pnpm test:deep` is running. */
export const isDeep = Boolean(env['WARAQ_DEEP'])
/** The seed by which `pnpm test:deep` chooses its cases. */
export const seedOfRun = Number(env['WARAQ_SEED'] ?? 0)

/**
 * The number of random cases of a property: all of them in `pnpm test:deep properties`, a quarter in `pnpm test`, from the
 * same seed.
 */
export function runs(all: number): number {
  return isDeep ? all : Math.ceil(all / 4)
}

/** Whether this case is tested in this one of several ways: in depth in all of them, in `pnpm test` in one of them by turns. */
export function isInTurn<Way>(index: number, ways: readonly Way[], way: Way): boolean {
  return isDeep || index % ways.length === ways.indexOf(way)
}

/** The first of a sequence of cases, and the number of cases that it represents. */
export interface Share {
  readonly first: number
  readonly every: number
}

/**
 * Selects one in `deep` of enumerated cases for `pnpm test:deep`. The seed determines which ones, so consecutive runs cover
 * all of them. `--thorough` takes each case, `pnpm test` the first in `quick`.
 */
export function shareOf(deep: number, quick = deep): Share {
  if (env['WARAQ_THOROUGH']) return { first: 0, every: 1 }
  return isDeep ? { first: seedOfRun % deep, every: deep } : { first: 0, every: quick }
}
