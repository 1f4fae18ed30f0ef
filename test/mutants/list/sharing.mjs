/** @typedef {import('../mutants.mjs').Mutant} Mutant */

const waraq = 'packages/waraq/src'
const sharing = [`${waraq}/sync/run/sharing.test.ts`]
const oneRequest = [`${waraq}/sync/scenarios/one-request.test.ts`]

/**
 * Tokens that subscriptions share.
 *
 * @type {readonly Mutant[]}
 */
export const sharingMutants = [
  {
    name: 'a token is taken by a subscription that is behind it',
    promise: 'no lost change',
    file: `${waraq}/sync/run/sharing.ts`,
    find: ' || record.sequence! < upTo) return false',
    replace: ') return false',
    tests: [...oneRequest, ...sharing],
  },
  {
    name: 'a token is taken although its list lacks what is here',
    promise: 'no lost change',
    file: `${waraq}/sync/run/sharing.ts`,
    find: 'if (!record.listed.every((key) => listed.has(key))) return false',
    replace: '',
    tests: [...oneRequest, ...sharing],
  },
  {
    name: 'a token is taken although its list names what is not here',
    promise: 'checkpoint with its data',
    file: `${waraq}/sync/run/sharing.ts`,
    find: 'return !ref || !filterCovers(own, ref)',
    replace: 'return true',
    tests: sharing,
  },
  {
    name: 'of tokens that differ the one of the greatest bound is taken',
    promise: 'no lost change',
    file: `${waraq}/sync/run/sharing.ts`,
    find: '(other.sequence! < one.sequence! ? other : one)',
    replace: '(other.sequence! > one.sequence! ? other : one)',
    tests: [...oneRequest, ...sharing],
  },
  {
    name: 'the own token is given up for the shared one',
    promise: 'old stays until new',
    file: `${waraq}/sync/run/sharing.ts`,
    find: ': { ...record, shared: { filter, token } }',
    replace: ': { ...record, token, shared: { filter, token } }',
    tests: [...oneRequest, ...sharing],
  },
  {
    name: 'what is wrong with one shared token is a bootstrap of one subscription',
    promise: 'each by itself',
    file: `${waraq}/sync/run/machine.ts`,
    find: "if (state.shares) return settle(state, { outcome: 'failed', error }, true)",
    replace: '',
    tests: [...oneRequest, `${waraq}/sync/run/machine.test.ts`],
  },
  {
    name: 'a subscription that needs a text is current with the others',
    promise: 'checkpoint last',
    file: `${waraq}/sync/run/committing.ts`,
    find: 'ofFilter(context.tally.needed, filter).length === 0)',
    replace: 'ofFilter(context.tally.needed, filter).length >= 0)',
    tests: oneRequest,
  },
  {
    name: 'subscriptions that need nothing wait for the one that does',
    promise: 'each by itself',
    file: `${waraq}/sync/run/committing.ts`,
    find: 'checkpoint || (subscriptions.length > 1 && ',
    replace: 'checkpoint || (subscriptions.length > 99 && ',
    tests: oneRequest,
  },
  {
    name: 'a lasting failure of the shared feed is told of all',
    promise: 'each by itself',
    file: `${waraq}/sync/run/sharing.ts`,
    find: "return outcome === 'failed' || (",
    replace: 'return (',
    tests: [...oneRequest, ...sharing],
  },
  {
    name: 'without an answer each asks by itself',
    promise: 'progress or rest',
    file: `${waraq}/sync/run/sharing.ts`,
    find: 'if (wholeRun || harmless) return false',
    replace: '',
    tests: [...sharing, ...oneRequest],
  },
  {
    name: 'each subscription lists what all of the run list',
    promise: 'filter isolation',
    file: `${waraq}/sync/run/committing.ts`,
    find: "return resource?.status === 'installed' && filterCovers(parsed, resource)",
    replace: "return resource?.status === 'installed' && parsed !== null",
    tests: oneRequest,
  },
  {
    name: 'the commit of a shared run leaves what another subscription had begun',
    promise: 'no leftovers',
    file: `${waraq}/sync/run/committing.ts`,
    find: 'db.batchCursors.bulkDelete(checkpoint ? [...filters] : [])',
    replace: 'db.batchCursors.bulkDelete(checkpoint ? [filters[0]] : [])',
    tests: [`${waraq}/sync/run/committing.test.ts`],
  },
  {
    name: 'only the first subscription of a run guards against a feed that goes back',
    promise: 'no going back',
    file: `${waraq}/sync/run/paging.ts`,
    find: 'committedUpTo: Math.max(...bounds) }',
    replace: 'committedUpTo: bounds[0]! }',
    tests: [`${waraq}/sync/run/paging.test.ts`],
  },
]
