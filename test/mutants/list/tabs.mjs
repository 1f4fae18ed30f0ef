/** @typedef {import('../mutants.mjs').Mutant} Mutant */

const engine = 'packages/engine/src'
const lock = [`${engine}/lock.test.ts`]
const orphans = [`${engine}/store/orphans.test.ts`]
const memory = [`${engine}/memory.test.ts`, `${engine}/store/home.test.ts`]
const joining = [`${engine}/together/joining.test.ts`]

/**
 * Several tabs, one writer; and where the library lives.
 *
 * @type {readonly Mutant[]}
 */
export const tabMutants = [
  // The writer's seat
  {
    name: 'a frozen holder is never replaced',
    promise: 'single runner',
    file: `${engine}/lock.ts`,
    find: 'if (same < looksUntilSilent) continue',
    replace: 'if (same < Infinity) continue',
    tests: lock,
  },
  {
    name: 'a live holder is taken for a frozen one',
    promise: 'single runner',
    file: `${engine}/lock.ts`,
    find: 'same = beat === last ? same + 1 : 0',
    replace: 'same += 1',
    tests: lock,
  },
  {
    name: 'a sign of life in the last moment does not count',
    promise: 'single runner',
    file: `${engine}/lock.ts`,
    find: 'if ((await latestBeat(db, clock)) === beat) return',
    replace: 'return',
    tests: lock,
  },
  {
    name: 'a heartbeat that cannot be read counts as silence',
    promise: 'single runner',
    file: `${engine}/lock.ts`,
    find: '    if (beat === undefined) continue\n',
    replace: '',
    tests: lock,
  },
  {
    name: 'a wedged engine steals for ever',
    promise: 'progress or rest',
    file: `${engine}/lock.ts`,
    find: 'if (takeovers < mostTakeovers) {',
    replace: 'if (takeovers < Infinity) {',
    tests: lock,
  },
  {
    name: 'takeovers are counted although the work was finished',
    promise: 'single runner',
    file: `${engine}/lock.ts`,
    find: '        takeovers = 0\n',
    replace: '',
    tests: lock,
  },
  {
    name: 'a robbed holder works on until its next heartbeat',
    promise: 'every promise settles',
    file: `${engine}/lock.ts`,
    find: '          stolen.abort(writerSuperseded())\n',
    replace: '',
    tests: lock,
  },
  {
    name: 'a writer leaves no sign of life',
    promise: 'single runner',
    file: `${engine}/lock.ts`,
    find: 'await extendLease(writer, clock.now())',
    replace: 'await extendLease(writer, -Infinity)',
    tests: lock,
  },
  {
    name: 'a writer does not notice that its fence was raised',
    promise: 'every promise settles',
    file: `${engine}/lock.ts`,
    find: '        superseded.abort(error)\n',
    replace: '',
    tests: lock,
  },
  {
    name: 'the seat is not given up at the end',
    promise: 'single runner',
    file: `${engine}/lock.ts`,
    find: '    await releaseWriter(writer, holder).catch(() => undefined)\n',
    replace: '',
    tests: lock,
  },
  {
    name: 'one engine competes with itself',
    promise: 'single runner',
    file: `${engine}/lock.ts`,
    find: 'const turn = Promise.race([before, aborted]).then(() => seat.run(signal, work))',
    replace: 'const turn = Promise.race([Promise.resolve(), aborted]).then(() => seat.run(signal, work))',
    tests: lock,
  },
  {
    name: 'a clock a little ahead loses its lease',
    promise: 'single runner',
    file: `${engine}/store/writer.ts`,
    find: 'current.leaseUntil <= claim.now + 2 * leaseMs',
    replace: 'current.leaseUntil <= claim.now + leaseMs',
    tests: [`${engine}/writer.test.ts`],
  },
  {
    name: 'a takeover is told as a cancelling',
    promise: 'honest status',
    file: `${engine}/run/runner.ts`,
    find: 'if (signal.aborted && !isSuperseded(signal.reason)) throw signal.reason',
    replace: 'if (signal.aborted) throw signal.reason',
    tests: [`${engine}/obstacles.test.ts`],
  },
  // What has no owner
  {
    name: 'segments of a lost directory stay',
    promise: 'bounded storage',
    file: `${engine}/store/orphans.ts`,
    find: 'ids.filter((id) => !held',
    replace: 'ids.filter((id) => id < 0 && !held',
    tests: orphans,
  },
  {
    name: 'segments of a draft under way count as orphans',
    promise: 'resumes where it stopped',
    file: `${engine}/store/orphans.ts`,
    find: '!held.get(table)?.has(id) && !open.has(draftOf(id))',
    replace: '!held.get(table)?.has(id)',
    tests: orphans,
  },
  {
    name: 'segments that a directory holds count as orphans',
    promise: 'no failure removes',
    file: `${engine}/store/orphans.ts`,
    find: '!held.get(table)?.has(id) && !open.has(draftOf(id))',
    replace: '!open.has(draftOf(id))',
    tests: orphans,
  },
  {
    name: 'directories of a lost resource stay',
    promise: 'bounded storage',
    file: `${engine}/store/orphans.ts`,
    find: 'ids.filter((id) => !named.has(id) && !open.has(draftOf(id)))',
    replace: 'ids.filter((id) => !named.has(id) && open.has(draftOf(id)))',
    tests: orphans,
  },
  {
    name: 'a replaced directory loses its place in the queue',
    promise: 'bounded storage',
    file: `${engine}/store/orphans.ts`,
    find: '    ...garbage.flatMap(({ directory, successor }) => [directory, successor]),\n',
    replace: '',
    tests: orphans,
  },
  // Where the library lives
  {
    name: 'a database that another tab blocks is deleted',
    promise: 'no failure removes',
    file: `${engine}/store/home.ts`,
    find: '    if (mayBeHealthy(cause)) throw cause\n',
    replace: '',
    tests: memory,
  },
  {
    name: 'a database that did not open once is deleted',
    promise: 'no failure removes',
    file: `${engine}/store/home.ts`,
    find: 'const restsMs = [300, 1_500] as const',
    replace: 'const restsMs: readonly number[] = []',
    tests: memory,
  },
  {
    name: 'an IndexedDB of the application is deleted unasked',
    promise: 'no failure removes',
    file: `${engine}/options.ts`,
    find: 'recreate: options.recovery?.recreate ?? !options.indexedDB,',
    replace: 'recreate: options.recovery?.recreate ?? true,',
    tests: [`${engine}/options.test.ts`],
  },
  {
    name: 'a library in memory says that it lasts',
    promise: 'honest status',
    file: `${engine}/status.ts`,
    find: "persistent: home.kind === 'indexeddb',",
    replace: 'persistent: true,',
    tests: memory,
  },
  // Calls that another tab answers
  {
    name: 'a call is answered by a run that was under way before it',
    promise: 'no lost change',
    file: `${engine}/together/joining.ts`,
    find: 'return lastRun.fence > Math.max(mark.fence, ended)',
    replace: 'return lastRun.fence > Math.max(mark.fence - 1, ended)',
    tests: joining,
  },
  {
    name: 'a run that had ended answers a call once the writer is forgotten',
    promise: 'no lost change',
    file: `${engine}/together/joining.ts`,
    find: 'Math.max(mark.fence, ended)',
    replace: 'mark.fence',
    tests: joining,
  },
  {
    name: 'a resync is answered by a run of another tab',
    promise: 'no lost change',
    file: `${engine}/together/joining.ts`,
    find: 'if (!lastRun || record.resync) return false',
    replace: 'if (!lastRun) return false',
    tests: joining,
  },
  {
    name: 'a run of a clock that ran ahead answers every call',
    promise: 'no lost change',
    file: `${engine}/together/joining.ts`,
    find: ' && lastRun.at <= now)',
    replace: ')',
    tests: joining,
  },
  // Age
  {
    name: 'old content is removed unasked',
    promise: 'no failure removes',
    file: `${engine}/writer-turns.ts`,
    find: "if (freshness.policy === 'remove') await",
    replace: "if (freshness.policy !== 'hide') await",
    tests: [`${engine}/freshness.test.ts`],
  },
  {
    name: "only the device's clock tells the age of content",
    promise: 'honest status',
    file: `${engine}/freshness.ts`,
    find: '  if (currentAtServer === null) return false\n',
    replace: '  if (currentAtServer !== 0.5) return false\n',
    tests: [`${engine}/freshness.test.ts`],
  },
]
