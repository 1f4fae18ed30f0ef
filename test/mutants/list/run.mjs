/** @typedef {import('../mutants.mjs').Mutant} Mutant */

const engine = 'packages/engine/src'
const sync = [`${engine}/scenarios/sync.test.ts`]
const errors = [`${engine}/scenarios/answers-to-errors.test.ts`]
const interruption = [`${engine}/scenarios/interruption.test.ts`]
const machine = [`${engine}/run/machine.test.ts`]
const runner = [`${engine}/run/runner.test.ts`]

/**
 * The checkpoint, pages and snapshots.
 *
 * @type {readonly Mutant[]}
 */
export const runMutants = [
  {
    name: 'the token is stored although a snapshot is owed',
    promise: 'checkpoint last',
    file: `${engine}/run/machine.ts`,
    find: "return { do: 'commit', checkpoint: state.owed === null }",
    replace: "return { do: 'commit', checkpoint: true }",
    tests: [...machine, ...errors],
  },
  {
    name: 'a run with an owed snapshot calls itself current',
    promise: 'honest status',
    file: `${engine}/run/machine.ts`,
    find: "if (state.owed === null) return settle(state, { outcome: 'current', error: null })",
    replace: "return settle(state, { outcome: 'current', error: null })",
    tests: machine,
  },
  {
    name: 'the token that the run began with is not compared',
    promise: 'compare and set',
    file: `${engine}/run/committing.ts`,
    find: 'if (!subscription || subscription.token !== journal.fromToken || subscription.resync)',
    replace: 'if (!subscription)',
    tests: [`${engine}/scenarios/commit-guards.test.ts`],
  },
  {
    name: 'the checkpoint does not look at what it vouches for',
    promise: 'checkpoint with its data',
    file: `${engine}/run/committing.ts`,
    find: '  if (missing.length === 0) return\n',
    replace: '  if (missing.length >= 0) return\n',
    tests: [`${engine}/scenarios/commit-guards.test.ts`],
  },
  {
    name: 'the journal outlives its set',
    promise: 'every run ends',
    file: `${engine}/run/committing.ts`,
    find: '    await db.journals.delete(filter)\n',
    replace: '',
    tests: [...sync, ...errors],
  },
  {
    name: 'the old token is stored again',
    promise: 'checkpoint last',
    file: `${engine}/run/committing.ts`,
    find: 'token: journal.nextToken,',
    replace: 'token: journal.fromToken,',
    tests: sync,
  },
  {
    name: 'pages of different bounds are put together',
    promise: 'validated before reachable',
    file: `${engine}/run/paging.ts`,
    find: 'if (journal.bound !== null && journal.bound !== bound) {',
    replace: 'if (journal.bound !== null && bound < 0) {',
    tests: errors,
  },
  {
    name: 'a bound that went back is accepted',
    promise: 'no going back',
    file: `${engine}/run/paging.ts`,
    find: 'if (committed !== null && bound < committed) throw',
    replace: 'if (committed !== null && bound < 0) throw',
    tests: errors,
  },
  {
    name: 'a cursor is followed again and again',
    promise: 'progress or rest',
    file: `${engine}/run/paging.ts`,
    find: 'if (address !== null && set.visited.has(markOf(address)))',
    replace: 'if (address !== null && set.visited.size < 0)',
    tests: errors,
  },
  {
    name: 'a page is asked for ahead of the budget',
    promise: 'every run ends',
    file: `${engine}/run/page-ahead.ts`,
    find: " || !this.#context.budget.allows('page')",
    replace: '',
    tests: [`${engine}/run/page-ahead.test.ts`],
  },
  {
    name: 'what was asked for ahead goes on after its run',
    promise: 'every run ends',
    file: `${engine}/run/page-ahead.ts`,
    find: '    this.#controller.abort()\n',
    replace: '',
    tests: [`${engine}/run/page-ahead.test.ts`],
  },
  {
    name: 'the page set has no end',
    promise: 'progress or rest',
    file: `${engine}/run/paging.ts`,
    find: 'if (journal.pages >= context.maxPages) throw',
    replace: 'if (journal.pages < 0) throw',
    tests: errors,
  },
  {
    name: 'a set of another page size is gone on with',
    promise: 'filter isolation',
    file: `${engine}/run/paging.ts`,
    find: ' || journal.perPage !== perPage) return null',
    replace: ') return null',
    tests: errors,
  },
  {
    name: 'the journal forgets the cursor',
    promise: 'resumes where it stopped',
    file: `${engine}/run/paging.ts`,
    find: 'nextPage: complete ? null : page.next_page_url!,',
    replace: 'nextPage: null,',
    tests: [...sync, ...interruption],
  },
  {
    name: 'the snapshot of a lagging replica is accepted',
    promise: 'no going back',
    file: `${engine}/snapshot/receive.ts`,
    find: 'if (envelope.sync_sequence < floor) {',
    replace: 'if (envelope.sync_sequence < 0) {',
    tests: errors,
  },
  {
    name: "another resource's snapshot is accepted",
    promise: 'validated before reachable',
    file: `${engine}/snapshot/receive.ts`,
    find: 'if (envelope.resource_group !== ref.group || envelope.resource_id !== ref.id) {',
    replace: 'if (envelope.resource_group !== ref.group) {',
    tests: errors,
  },
  {
    name: 'prepared snapshots are fetched again',
    promise: 'resumes where it stopped',
    file: `${engine}/run/fetching.ts`,
    find: 'const queue = fetches.filter((item) => !ready.has(item.key))',
    replace: 'const queue = fetches.filter((item) => ready.size < Infinity || item)',
    tests: interruption,
  },
  {
    name: 'what was received for a held page hangs on no set',
    promise: 'resumes where it stopped',
    file: `${engine}/run/fetching.ts`,
    find: 'const isNew = await stageHeld(context, set)',
    replace: 'const isNew = set.held !== null',
    tests: interruption,
  },
  {
    name: 'what a set without changes left is not what the next one goes by',
    promise: 'no going back',
    file: `${engine}/run/committing.ts`,
    find: 'return { ...known, subscriptions: [...others, current], journals }',
    replace: 'return { ...known, journals }',
    tests: [`${engine}/run/committing.test.ts`],
  },
  {
    name: 'a 404 keeps the rows',
    promise: 'deletes hold',
    file: `${engine}/run/answers.ts`,
    find: "return error.code === 'snapshot_not_found'",
    replace: "return error.code === 'never'",
    tests: errors,
  },
  {
    name: 'an incremental snapshot is shown before the rest of its set',
    promise: 'atomic publication',
    file: `${engine}/run/fetching.ts`,
    find: "const bootstrap = set.journal.mode === 'bootstrap'\n  try {",
    replace: 'const bootstrap = true\n  try {',
    tests: interruption,
  },
  {
    name: 'a page that found no room counts as read',
    promise: 'every run ends',
    file: `${engine}/run/paging.ts`,
    find: '  const answer = await request(context, journal, ahead)\n',
    replace:
      '  if (address !== null) set.addresses.add(address)\n  const answer = await request(context, journal, ahead)\n',
    tests: runner,
  },
  {
    name: 'an obstacle that all would meet is met by all',
    promise: 'progress or rest',
    file: `${engine}/run/round.ts`,
    find: '    if (isObstacle(report)) obstacle = report\n',
    replace: '',
    tests: errors,
  },
  {
    name: 'what came from the future is waited for without end',
    promise: 'no lost change',
    file: `${engine}/run/fetching.ts`,
    find: 'return here === item.floor && Number',
    replace: 'return here < 0 && Number',
    tests: [`${engine}/scenarios/future.test.ts`],
  },
]
