/** @typedef {import('../mutants.mjs').Mutant} Mutant */

const engine = 'packages/engine/src'
const sync = [`${engine}/sync.test.ts`]
const errors = [`${engine}/answers-to-errors.test.ts`]
const writer = [`${engine}/writer.test.ts`]
const store = [`${engine}/store/store.test.ts`]
const transactions = ['test/static/transactions.test.ts']

/**
 * The database, its segments, and what crosses the worker's door.
 *
 * @type {readonly Mutant[]}
 */
export const storeMutants = [
  {
    name: 'the fence is not checked',
    promise: 'fencing',
    file: `${engine}/store/writer.ts`,
    find: '    if (writer.fence > this.fence) throw writerSuperseded()\n',
    replace: '',
    tests: writer,
  },
  {
    name: 'a database that was made anew is written to by the old writer',
    promise: 'checkpoint with its data',
    file: `${engine}/store/writer.ts`,
    find: '    if (writer.fence < this.fence) throw databaseReplaced()\n',
    replace: '',
    tests: writer,
  },
  {
    name: 'a newer format is written to',
    promise: 'newer data, older code',
    file: `${engine}/store/writer.ts`,
    find: '    if (writer.format > dataFormat) throw newerFormat(writer.format)\n',
    replace: '',
    tests: writer,
  },
  {
    name: 'segments are written without an answer about the fence',
    promise: 'fencing',
    file: `${engine}/store/writer.ts`,
    find: '      await work()\n      await checked\n',
    replace: '      await work()\n',
    tests: [`${engine}/store/drafts.test.ts`],
  },
  {
    name: 'rows of an older format are taken for whole',
    promise: 'count and digest',
    file: `${engine}/store/writer.ts`,
    find: "modify({ owes: 'damage' })",
    replace: 'count()',
    tests: writer,
  },
  {
    name: 'rows of another shape are put into the table',
    promise: 'same bytes',
    file: `${engine}/store/row-table.ts`,
    find: 'if (field !== fields[place++]) return undefined',
    replace: 'place++',
    tests: [`${engine}/store/row-table.test.ts`],
  },
  {
    name: 'a reader changes what the next one gets',
    promise: 'same bytes',
    file: `${engine}/store/row-table.ts`,
    find: 'copyOf(values[place++])',
    replace: 'values[place++]',
    tests: [`${engine}/store/row-table.test.ts`],
  },
  {
    name: 'a second row of one key passes once keys are in disorder',
    promise: 'atomic publication',
    file: `${engine}/snapshot/seen-keys.ts`,
    find: 'new Set(Array.from(this.#ascending.subarray(0, this.#count), String))',
    replace: 'new Set()',
    tests: [`${engine}/snapshot/seen-keys.test.ts`],
  },
  {
    name: 'a second list of records is overlooked',
    promise: 'validated before reachable',
    file: `${engine}/snapshot/record-splitter.ts`,
    find: "      throw new UnsplittableError('a second list of records')\n",
    replace: '      return batches\n',
    tests: [`${engine}/snapshot/record-splitter.test.ts`],
  },
  {
    name: 'broken UTF-8 is replaced',
    promise: 'same bytes',
    file: `${engine}/snapshot/utf8.ts`,
    find: "if (!text.includes('\\ufffd')) return text",
    replace: 'if (text.length >= 0) return text',
    tests: [`${engine}/snapshot/parts.test.ts`],
  },
  {
    name: "somebody else's lease is taken",
    promise: 'single runner',
    file: `${engine}/store/writer.ts`,
    find: 'if (claim.respectLease && held &&',
    replace: 'if (claim.now < 0 && held &&',
    tests: writer,
  },
  {
    name: 'garbage is collected with what its successor still holds',
    promise: 'atomic publication',
    file: `${engine}/store/garbage.ts`,
    find: '.filter((id) => !kept.has(id))',
    replace: '.filter((id) => id >= 0 || !kept.has(id))',
    tests: sync,
  },
  {
    name: 'replaced directories are never collected',
    promise: 'bounded storage',
    file: `${engine}/run/install.ts`,
    find: '  await db.garbage.bulkAdd(garbageOf(before?.directories ?? [], after.directories))\n',
    replace: '',
    tests: sync,
  },
  {
    name: 'a removal is no news to another page set',
    promise: 'no going back',
    file: `${engine}/run/install.ts`,
    find: '    probedAt: removal.wanted ? mark.now : null,\n',
    replace:
      '    probedAt: removal.wanted ? mark.now : null,\n    installedAtCommit: before?.installedAtCommit ?? 0,\n',
    tests: [`${engine}/obstacles.test.ts`],
  },
  {
    name: 'prepared drafts are collected',
    promise: 'resumes where it stopped',
    file: `${engine}/store/garbage.ts`,
    find: 'drafts.filter((draft) => !needed.has(draft))',
    replace: 'drafts',
    tests: [`${engine}/commit-guards.test.ts`, ...errors],
  },
  {
    name: 'a short segment is read as it is',
    promise: 'count and digest',
    file: `${engine}/store/segment.ts`,
    find: 'keys.length === summary.count && table?.count === summary.count',
    replace: 'table',
    tests: store,
  },
  {
    name: 'lost segments are not looked for',
    promise: 'count and digest',
    file: `${engine}/store/check.ts`,
    find: 'return directory.segments.every((segment) => present.has(segment.id))',
    replace: 'return present.size >= 0',
    tests: sync,
  },
  {
    name: 'changed content is not noticed',
    promise: 'count and digest',
    file: `${engine}/store/audit.ts`,
    find: 'return record !== undefined && segmentDigest(record) === digest',
    replace: 'return record !== undefined && digest >= 0',
    tests: sync,
  },
  {
    name: 'a look at content that gives way begins anew each time',
    promise: 'count and digest',
    file: `${engine}/store/audit.ts`,
    find: '      for (const summary of summaries) progress.add(recordType, summary)\n',
    replace: '',
    tests: [`${engine}/store/audit.test.ts`],
  },
  {
    name: 'what was replaced between two requests counts as missing',
    promise: 'atomic publication',
    file: `${engine}/read/content-store.ts`,
    find: '      if (!(error instanceof DamageError)) throw storageError(error)\n',
    replace:
      '      if (error instanceof DamageError) this.#reads.markDamaged(error.directory)\n      else throw storageError(error)\n',
    tests: [`${engine}/read/separate-requests.test.ts`],
  },
  {
    name: 'keys are compared as text',
    promise: 'same rows',
    file: `${engine}/store/record-key.ts`,
    find: 'if (aIsNumber && a.length !== b.length) return a.length - b.length\n',
    replace: '',
    tests: store,
  },
  {
    name: 'a range leaves out its last locator',
    promise: 'same rows',
    file: `${engine}/store/directory.ts`,
    find: 'return range.to === undefined || compareLocators(locator, range.to) <= 0',
    replace: 'return range.to === undefined || compareLocators(locator, range.to) < 0',
    tests: [...store, ...sync],
  },
  {
    name: 'a deleted row stays',
    promise: 'no lost change',
    file: `${engine}/store/rewrite.ts`,
    find: 'else if (change !== null) rows.push({ key: row.key, data: change })',
    replace: 'else rows.push({ key: row.key, data: change ?? row.data })',
    tests: sync,
  },
  {
    name: 'a new row is lost',
    promise: 'no lost change',
    file: `${engine}/store/rewrite.ts`,
    find: 'rows.push(...(additions.get(id) ?? []))',
    replace: '',
    tests: sync,
  },
  {
    name: 'dropping a subscription drops what others ask for',
    promise: 'filter isolation',
    file: `${engine}/subscriptions.ts`,
    find: '      if (isStillCovered(resource.key)) continue\n',
    replace: '',
    tests: sync,
  },
  {
    name: 'errors cross the worker without their code',
    promise: 'errors survive the worker',
    file: `${engine}/door/wire.ts`,
    find: '    code: error.code,\n',
    replace: "    code: 'unknown',\n",
    tests: [`${engine}/door/wire.test.ts`],
  },
  // Inside a transaction
  {
    name: 'the commit waits for something else in the middle',
    promise: 'atomic publication',
    file: `${engine}/run/committing.ts`,
    find: '    for (const item of planned.items) await commitItem(item, prepared, mark)\n',
    replace:
      '    await clock.sleep(0)\n    for (const item of planned.items) await commitItem(item, prepared, mark)\n',
    tests: transactions,
  },
  {
    name: 'an error inside the commit is swallowed',
    promise: 'atomic publication',
    file: `${engine}/run/install.ts`,
    find: '  await db.drafts.delete(snapshot.draft)\n',
    replace: '  await db.drafts.delete(snapshot.draft).catch(() => undefined)\n',
    tests: transactions,
  },
]
