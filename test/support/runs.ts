const isDeep = typeof process !== 'undefined' && Boolean(process.env['WARAQ_DEEP'])

/**
 * How many random cases a property is tried with: all of them by `pnpm test:deep properties`, a quarter by `pnpm test`, from
 * the same seed.
 */
export function runs(all: number): number {
  return isDeep ? all : Math.ceil(all / 4)
}
