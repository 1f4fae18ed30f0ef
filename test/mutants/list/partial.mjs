/** @typedef {import('../mutants.mjs').Mutant} Mutant */

const waraq = 'packages/waraq/src'
const promise = 'part of one snapshot'
const scenario = [`${waraq}/sync/scenarios/partial.test.ts`]
const stagings = [`${waraq}/store/stagings.test.ts`]

/**
 * A first snapshot that is read while it arrives.
 *
 * @type {readonly Mutant[]}
 */
export const partialMutants = [
  {
    name: 'who did not ask gets what arrives',
    promise,
    file: `${waraq}/store/read/database-reads.ts`,
    find: 'if (opened || !includePartial) return',
    replace: 'if (opened) return',
    tests: scenario,
  },
  {
    name: 'two stagings tell of one resource',
    promise,
    file: `${waraq}/store/stagings.ts`,
    find: '...others.map((other) => ({ id: other.id })), record',
    replace: 'record',
    tests: stagings,
  },
  {
    name: 'a staging tells of segments whose write failed',
    promise,
    file: `${waraq}/store/stagings.ts`,
    find: 'if (this.#failure) throw this.#failure.error',
    replace: 'void this.#failure',
    tests: stagings,
  },
  {
    name: 'a refused snapshot leaves its rows to readers',
    promise,
    file: `${waraq}/sync/snapshot/receive.ts`,
    find: 'if (input.isRefused?.(error)) await staging?.withdraw()',
    replace: 'void staging',
    tests: scenario,
  },
  {
    name: 'rows are told of before anyone knows whose they are',
    promise,
    file: `${waraq}/sync/snapshot/receive.ts`,
    find: 'isKnown ? input.partial : undefined',
    replace: 'isKnown || !isKnown ? input.partial : undefined',
    tests: scenario,
  },
  {
    name: 'garbage is deleted while readers reach it',
    promise,
    file: `${waraq}/store/garbage.ts`,
    find: 'if (partial.length > 0)',
    replace: 'if (partial.length < 0)',
    tests: [`${waraq}/store/garbage.test.ts`],
  },
  {
    name: 'a commit between two looks makes a complete resource absent',
    promise,
    file: `${waraq}/store/read/database-reads.ts`,
    find: 'if (await db.resources.get(key)) {',
    replace: 'if (key === undefined) {',
    tests: [`${waraq}/store/read/database-reads.test.ts`],
  },
  {
    name: 'what a person waits for comes in its turn',
    promise: 'who waits comes first',
    file: `${waraq}/sync/run/fetching.ts`,
    find: 'awaited.find((each) => queue.some((item) => item.key === each))',
    replace: 'awaited.find(() => false)',
    tests: scenario,
  },
  {
    name: 'a subscription that is made during a sync waits for the next',
    promise: 'who waits comes first',
    file: `${waraq}/sync/engine/writer-turns.ts`,
    find: 'this.#writer?.forget()',
    replace: 'void this.#running',
    tests: scenario,
  },
  {
    name: 'a run gives way for what is here, or comes with no other',
    promise: 'who waits comes first',
    file: `${waraq}/sync/engine/writer-turns.ts`,
    find: 'if (isMissing && this.#running === running)',
    replace: 'if (this.#running === running)',
    tests: scenario,
  },
  {
    name: 'a run that gave way is over',
    promise: 'who waits comes first',
    file: `${waraq}/sync/engine/writer-turns.ts`,
    find: "budget.takePreempted() && isCutOff ? 'preempted' :",
    replace: "budget.takePreempted() && isCutOff === null ? 'preempted' :",
    tests: scenario,
  },
  {
    name: 'a download that has hardly begun keeps the line from what a person waits for',
    promise: 'who waits comes first',
    file: `${waraq}/sync/run/fetching.ts`,
    find: 'onItsWay.bytes < onItsWay.enough',
    replace: 'onItsWay.bytes < 0',
    tests: scenario,
  },
]
