/** @typedef {import('../mutants.mjs').Mutant} Mutant */

const read = 'packages/waraq/src/store/read'
const outdated = [`${read}/outdated.test.ts`]
const promise = 'no missed change'

/**
 * Live queries, and what they are told of commits.
 *
 * @type {readonly Mutant[]}
 */
export const liveMutants = [
  {
    name: 'a live query ignores removed keys',
    promise,
    file: `${read}/row-changes.ts`,
    find: 'for (const key of [...upserted, ...removed])',
    replace: 'for (const key of removed.length < 0 ? removed : upserted)',
    tests: outdated,
  },
  {
    name: 'a moved row does not wake the range that it left',
    promise,
    file: `${read}/outdated.ts`,
    find: 'if ([...decided].some((key) => recordKeys.has(key))) return true',
    replace: 'void recordKeys',
    tests: outdated,
  },
  {
    name: 'a row that comes into a range does not wake it',
    promise,
    file: `${read}/outdated.ts`,
    find: 'if (shown.length > 0) return true',
    replace: 'void shown',
    tests: outdated,
  },
  {
    name: 'another refresh counts as deltas over this one',
    promise,
    file: 'packages/waraq/src/store/manifest.ts',
    find: 'return kept ? earlier.length : undefined',
    replace: 'return kept ? earlier.length : Math.min(earlier.length, current.length)',
    tests: outdated,
  },
  {
    name: 'a failed read counts as none',
    promise,
    file: `${read}/read-set.ts`,
    find: 'for (const set of noted) set.failed = true',
    replace: 'void noted',
    tests: [`${read}/live.test.ts`],
  },
  {
    name: 'a commit in the middle of a query passes unnoticed',
    promise,
    file: `${read}/live.ts`,
    find: 'if (this.#missed && this.#missed.push(written) > mostMissed)',
    replace: 'if (this.#missed && mostMissed < 0)',
    tests: [`${read}/live.test.ts`],
  },
  {
    name: 'an index misses the rows of the oldest delta since',
    promise,
    file: `${read}/row-changes.ts`,
    find: 'layers.all.slice(kept)',
    replace: 'layers.all.slice(kept + 1)',
    tests: [`${read}/row-changes.test.ts`],
  },
  {
    name: 'a later bound wakes those who read rows',
    promise: 'costs what it does',
    file: `${read}/outdated.ts`,
    find: 'if (kept === layersOf(now).length) return false',
    replace: 'if (kept === layersOf(now).length) return true',
    tests: outdated,
  },
]
