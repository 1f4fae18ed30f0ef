/** @typedef {import('../mutants.mjs').Mutant} Mutant */

const run = 'packages/waraq/src/sync/run'
const schedule = 'packages/waraq/src/sync/schedule'
const pure = [`${run}/plan/refreshes.test.ts`]
const planned = [`${run}/plan/plan-mentioned.test.ts`]
const scenario = ['packages/waraq/src/sync/scenarios/deferred-refresh.test.ts']
const promise = 'a deferred refresh waits once'

/**
 * Which deferred refreshes wait, until when, and what does not wait.
 *
 * @type {readonly Mutant[]}
 */
export const refreshMutants = [
  {
    name: 'the due time of a refresh is drawn anew by each run',
    promise,
    file: `${run}/plan/refreshes.ts`,
    find: 'return dueAt - now <= mostMs ? dueAt : now',
    replace: 'return dueAt - now <= -Infinity ? dueAt : now',
    tests: pure,
  },
  {
    name: 'no run stores the due time of a refresh',
    promise,
    file: `${run}/fetching.ts`,
    find: 'if (changed.length === 0) return',
    replace: 'if (changed.length >= 0) return',
    tests: scenario,
  },
  {
    name: 'a refresh waits although a person asks',
    promise,
    file: 'packages/waraq/src/sync/engine/writer-turns.ts',
    find: 'background: options.background ?? false',
    replace: 'background: options.background ?? true',
    tests: scenario,
  },
  {
    name: 'a person who asks is given the run of another tab that left a refresh for later',
    promise,
    file: 'packages/waraq/src/sync/errors/error-meanings.ts',
    find: 'postponed: { harmless: true, ofThisTab: true, inTime: true }',
    replace: 'postponed: { harmless: true, inTime: true }',
    tests: ['packages/waraq/src/sync/tabs/joining.test.ts'],
  },
  {
    name: 'a run that a reader waits for leaves the due time of a refresh as it was',
    promise,
    file: `${run}/plan/refreshes.ts`,
    find: 'if (!background) return Math.min(dueAt, now)',
    replace: 'if (!background) return Math.min(dueAt, Infinity)',
    tests: pure,
  },
  {
    name: 'a refresh waits beyond the time until what is here is stale',
    promise,
    file: `${run}/plan/refreshes.ts`,
    find: 'Math.min(longestMs, mayWaitMs)',
    replace: 'Math.min(longestMs, Infinity * mayWaitMs || longestMs)',
    tests: pure,
  },
  {
    name: 'a refresh waits until the last context before what is here is stale',
    promise,
    file: `${run}/planning.ts`,
    find: 'confirmed + staleAfterMs / 2 - now',
    replace: 'confirmed + staleAfterMs - now',
    tests: scenario,
  },
  {
    name: 'a clock that was set back keeps a refresh back',
    promise,
    file: `${run}/plan/refreshes.ts`,
    find: 'return dueAt - now <= mostMs ?',
    replace: 'return dueAt < Infinity ?',
    tests: pure,
  },
  {
    name: 'several refreshes are fetched in the time of one of them',
    promise,
    file: `${run}/plan/refreshes.ts`,
    find: 'sum + storedBytes * bytesPerStored, 0)',
    replace: 'Math.max(sum, storedBytes * bytesPerStored), 0)',
    tests: pure,
  },
  {
    name: 'a small refresh waits',
    promise,
    file: `${run}/plan/refreshes.ts`,
    find: 'storedBytes * bytesPerStored >= leastBytes',
    replace: 'storedBytes * bytesPerStored >= 0',
    tests: pure,
  },
  {
    name: 'the withdrawal of a row waits for the refresh',
    promise,
    file: `${run}/plan/resource-changes.ts`,
    find: "if (type === 'RESOURCE_DELETE' || type === 'ROW_DELETE')",
    replace: "if (type === 'RESOURCE_DELETE')",
    tests: planned,
  },
  {
    name: 'a withdrawal of the resource in between waits for the refresh',
    promise,
    file: `${run}/plan/resource-changes.ts`,
    find: "if (type === 'RESOURCE_DELETE' || type === 'ROW_DELETE')",
    replace: "if (type === 'ROW_DELETE')",
    tests: planned,
  },
  {
    name: 'a repair waits',
    promise,
    file: `${run}/plan/plan-mentioned.ts`,
    find: '!withdraws && isWhole(local) && ',
    replace: '!withdraws && local !== undefined && ',
    tests: planned,
  },
  {
    name: 'a sync that left a refresh for later counts as failed',
    promise,
    file: `${schedule}/sync-result.ts`,
    find: "how !== 'current' && !comesInTime(error)",
    replace: "how !== 'current' && (!comesInTime(error) || error !== undefined)",
    tests: [`${schedule}/sync-result.test.ts`],
  },
  {
    name: 'the due time of a refresh counts as a time that the service named',
    promise,
    file: `${schedule}/sync-result.ts`,
    find: 'comesInTime(error) ? [] : [error?.retryAt]',
    replace: 'comesInTime(error) ? [error?.retryAt] : [error?.retryAt]',
    tests: [`${schedule}/sync-result.test.ts`],
  },
  {
    name: 'what is here counts as confirmed although a refresh is left for later',
    promise,
    file: `${schedule}/after-sync.ts`,
    find: "return soonIfRequested({ ...ended, nextAt, reason: 'interval' }, context.now)",
    replace:
      "return soonIfRequested({ ...ended, workedAt: context.now, nextAt, reason: 'interval' }, context.now)",
    tests: scenario,
  },
  {
    name: 'the timetable does not wake when a refresh is due',
    promise,
    file: `${schedule}/after-sync.ts`,
    find: 'Math.min(turn, Math.max(result.dueAt, context.now))',
    replace: 'Math.max(turn, Math.min(result.dueAt, context.now))',
    tests: [`${schedule}/after-sync.test.ts`],
  },
  {
    name: 'a refresh that waits hides the snapshot that failed',
    promise,
    file: `${run}/fetching.ts`,
    find: 'fetched.needed ??= error',
    replace: 'fetched.needed = error',
    tests: [`${run}/fetching.test.ts`],
  },
]
