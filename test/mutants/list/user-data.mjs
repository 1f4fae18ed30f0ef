/** @typedef {import('../mutants.mjs').Mutant} Mutant */

const source = 'packages/user-data/src'
const histories = ['test/user-data/simulation/histories.test.ts']
const crashes = ['test/user-data/simulation/crash-points.test.ts']

/**
 * A user's own data: delivered once, never lost, private to the account.
 *
 * @type {readonly Mutant[]}
 */
export const userDataMutants = [
  {
    name: 'a change is sent without a mark',
    promise: 'a create takes effect once',
    file: `${source}/store/outbox.ts`,
    find: 'this.db.wishes.bulkPut(marks),',
    replace: '',
    tests: histories,
  },
  {
    name: 'what is unsure is looked at without a rest',
    promise: 'a create takes effect once',
    file: `${source}/model/decide.ts`,
    find: "if (sent && sent.refused === undefined && !rested) return { do: 'rest' }",
    replace: '',
    tests: histories,
  },
  {
    name: 'an acknowledgement ends a newer act, too',
    promise: 'an act is shown until it is delivered',
    file: `${source}/model/settle.ts`,
    find: 'if (wish.at === at) return null',
    replace: 'return null',
    tests: histories,
  },
  {
    name: 'a list that began before an acknowledgement undoes it',
    promise: 'no view shows what an act has replaced',
    file: `${source}/store/listings.ts`,
    find: '  if (row && row.tick > began) return undefined\n',
    replace: '',
    tests: [...histories, `${source}/store/listings.test.ts`],
  },
  {
    name: 'a request does not say whose data it is about',
    promise: 'nothing of one account reaches another',
    file: `${source}/account-data.ts`,
    find: 'const account = this.account ?? undefined',
    replace: 'const account = undefined',
    tests: histories,
  },
  {
    name: 'what one list does not name is gone',
    promise: 'an act is shown until it is delivered',
    file: `${source}/store/listings.ts`,
    find: 'const gone = missing.filter(({ missed }) => missed)',
    replace: 'const gone = missing',
    tests: [`${source}/store/listings.test.ts`],
  },
  {
    name: 'a star is a flip',
    promise: 'what a person means is what they see',
    file: `${source}/user-data.ts`,
    find: 'return this.#act(async () => [{ entity: memberOf(owner, target), want: on ? true : null }])',
    replace:
      'return this.#act(async (db) => [{ entity: memberOf(owner, target), want: (await shownOf(db, memberOf(owner, target).key)) === null && on ? true : null }])',
    tests: histories,
  },
  {
    name: 'of two places the one that arrives last counts',
    promise: 'the place is never older after a delivery',
    file: `${source}/model/decide.ts`,
    find: "if (kind === 'place' && isLater && !isOwn) return",
    replace: "if (kind === 'bookmark' && isLater && !isOwn) return",
    tests: histories,
  },
  {
    name: 'a place that this device brought counts as one of another',
    promise: 'an act is shown until it is delivered',
    file: `${source}/model/decide.ts`,
    find: 'isLater && !isOwn',
    replace: 'isLater',
    tests: histories,
  },
  {
    name: 'the id of what arrived unseen is forgotten',
    promise: 'a create takes effect once',
    file: `${source}/model/decide.ts`,
    find: "  if (sent && isSame(value, sent.want)) return { do: 'go on', value, id, at: seen.at }\n",
    replace: "  if (sent && isSame(value, sent.want)) return { do: 'send', from: value }\n",
    tests: histories,
  },
  {
    name: 'what is made again keeps the id that is gone',
    promise: 'a create takes effect once',
    file: `${source}/store/outbox.ts`,
    find: '        this.db.rows.bulkDelete(remade.map(({ wish }) => wish.key)),\n',
    replace: '',
    tests: histories,
  },
  {
    name: 'a collection is looked for by the name it has by now',
    promise: 'a create takes effect once',
    file: `${source}/ways/operations.ts`,
    find: '(sent?.want ?? want) as',
    replace: '(want ?? sent?.want) as',
    tests: histories,
  },
  {
    name: 'a sign-out that waited signs out whoever came',
    promise: 'nothing of one account reaches another',
    file: `${source}/accounts/accounts.ts`,
    find: 'if (now.signedIn && !isOther)',
    replace: 'if (now.signedIn)',
    tests: histories,
  },
  {
    name: 'what is taken along was done at sign-in',
    promise: 'the place is never older after a delivery',
    file: `${source}/accounts/accounts.ts`,
    find: '          done: { at, ahead },\n',
    replace: '',
    tests: histories,
  },
  {
    name: 'what is written may be lost with the power',
    promise: 'an act outlives a power cut',
    file: `${source}/store/database.ts`,
    find: "chromeTransactionDurability: 'strict'",
    replace: "chromeTransactionDurability: 'relaxed'",
    tests: [...crashes, ...histories],
  },
  {
    name: 'pages that do not belong together move the cursor',
    promise: 'a pull alone moves the cursor, with all its rows',
    file: `${source}/store/pulls.ts`,
    find: '  if (!agrees) return undefined\n',
    replace: '',
    tests: [`${source}/store/pulls.test.ts`],
  },
  {
    name: 'an older state that is told again is believed',
    promise: 'no view shows what an act has replaced',
    file: `${source}/store/pulls.ts`,
    find: 'at < (row?.at ?? 0) ||',
    replace: '',
    tests: [`${source}/store/pulls.test.ts`],
  },
  {
    name: 'what this device made is not recognised by its time',
    promise: 'a create takes effect once',
    file: `${source}/store/pulls.ts`,
    find: 'wish.sent.at === each.made?.at &&',
    replace: 'wish.sent.at !== each.made?.at &&',
    tests: [`${source}/store/pulls.test.ts`, `${source}/deliver/exchange.test.ts`],
  },
  {
    name: 'another wish is pushed while the last push may still take effect',
    promise: 'what a person means is what they see',
    file: `${source}/deliver/exchange.ts`,
    find: '(sent.head !== head || sent.at === wish.at)',
    replace: 'head !== undefined',
    tests: [`${source}/deliver/exchange.test.ts`],
  },
  {
    name: 'a refusal holds all of its push',
    promise: 'a held wish delays only what depends on it',
    file: `${source}/deliver/exchange.ts`,
    find: 'marked.length === 1 ? marked[0] : marked[named ?? -1]',
    replace: 'marked[named ?? 0]',
    tests: [`${source}/deliver/exchange.test.ts`],
  },
]
