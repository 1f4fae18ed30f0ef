const env = typeof process === 'undefined' ? {} : process.env
/** `pnpm test:deep` is running. */
export const isDeep = Boolean(env['WARAQ_DEEP'])
/** What `pnpm test:deep` chooses its cases by. */
export const seedOfRun = Number(env['WARAQ_SEED'] ?? 0)

/**
 * How many random cases a property is tried with: all of them by `pnpm test:deep properties`, a quarter by `pnpm test`, from
 * the same seed.
 */
export function runs(all: number): number {
  return isDeep ? all : Math.ceil(all / 4)
}

/** Whether this case is tried by this one of several ways: in depth by all of them, by `pnpm test` in turn. */
export function isInTurn<Way>(index: number, ways: readonly Way[], way: Way): boolean {
  return isDeep || index % ways.length === ways.indexOf(way)
}

/** Of cases in a row the first one, and how many it stands for. */
export interface Share {
  readonly first: number
  readonly every: number
}

/**
 * Of enumerated cases one in `deep` for `pnpm test:deep`. Which ones follows from its seed, so runs after each other take all
 * of them. `--thorough` takes each case, `pnpm test` the first in `quick`.
 */
export function shareOf(deep: number, quick = deep): Share {
  if (env['WARAQ_THOROUGH']) return { first: 0, every: 1 }
  return isDeep ? { first: seedOfRun % deep, every: deep } : { first: 0, every: quick }
}
