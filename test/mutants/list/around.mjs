/** @typedef {import('../mutants.mjs').Mutant} Mutant */

const client = 'packages/client/src'
const relay = 'packages/relay/src'
const contract = 'packages/contract/src'

/**
 * Client, relay and contract.
 *
 * @type {readonly Mutant[]}
 */
export const aroundMutants = [
  {
    name: 'a refused token is tried for ever',
    promise: 'progress or rest',
    file: `${client}/transport.ts`,
    find: '    renewal.used = true\n',
    replace: '',
    tests: [`${client}/scenarios/answers-to-errors.test.ts`],
  },
  {
    name: 'an address may lead anywhere',
    promise: 'fixed destinations',
    file: `${client}/address.ts`,
    find: "if (!path.test(givenPath)) throw foreignAddress(given, what, 'its path is not that of the content API')",
    replace: '',
    tests: [`${client}/address.test.ts`],
  },
  {
    name: 'the filter is sent as it was given',
    promise: 'canonical filter',
    file: `${client}/address.ts`,
    find: "[['resources', canonicalFilter(request.filter)]]",
    replace: "[['resources', request.filter]]",
    tests: [`${client}/address.test.ts`],
  },
  {
    name: 'Retry-After is not waited for',
    promise: 'progress or rest',
    file: `${client}/retry-policy.ts`,
    find: 'delayMs: Math.max(askedMs, backoffMs(attempt, policy, random))',
    replace: 'delayMs: backoffMs(attempt, policy, random)',
    tests: [`${client}/retry-policy.test.ts`, `${client}/scenarios/answers-to-errors.test.ts`],
  },
  {
    name: 'tokens are asked for by everybody at once',
    promise: 'one token request in flight',
    file: `${client}/token-cache.ts`,
    find: 'return (flight ??= fly(undefined))',
    replace: 'return fly(undefined)',
    tests: [`${client}/relay-tokens.test.ts`],
  },
  {
    name: 'any origin gets a token',
    promise: 'least grant',
    file: `${relay}/origin.ts`,
    find: 'if (origin !== null && allowed.has(origin)) return',
    replace: 'if (origin !== null) return',
    tests: [`${relay}/origin.test.ts`],
  },
  {
    name: 'the null origin is looked up like any other',
    promise: 'least grant',
    file: `${relay}/origin.ts`,
    find: "  if (origin === 'null') return refused('origin_null')\n",
    replace: "  if (origin === 'null') return { admitted: true, cors: origin }\n",
    tests: [`${relay}/origin.test.ts`],
  },
  {
    name: 'the relay header is not asked for',
    promise: 'least grant',
    file: `${relay}/origin.ts`,
    find: "  if (caller.header(relayHeader.name) !== relayHeader.value) return refused('relay_header')\n",
    replace: '',
    tests: [`${relay}/origin.test.ts`, `${relay}/relay.test.ts`],
  },
  {
    name: 'a wider token is handed out',
    promise: 'least grant',
    file: `${relay}/issued-answer.ts`,
    find: "  if (!grantsExactly(scope, answered)) return { kind: 'refused', reason: 'scope_differs' }\n",
    replace: '',
    tests: [`${relay}/issued-answer.test.ts`],
  },
  {
    name: 'renewal is granted to whoever asks',
    promise: 'no hammering of the issuer',
    file: `${relay}/token-keeper.ts`,
    find: 'if (clock.monotonic() - renewedAt < leastRenewalGapMs) return false',
    replace: '',
    tests: [`${relay}/relay.test.ts`],
  },
  {
    name: 'ids keep their order in the canonical filter',
    promise: 'canonical filter',
    file: `${contract}/filter.ts`,
    find: '.sort((a, b) => a - b)',
    replace: '',
    tests: [`${contract}/filter.test.ts`],
  },
  {
    name: 'rows that the contract rejects pass',
    promise: 'validated before reachable',
    file: `${contract}/row-check.ts`,
    find: 'if (!check(row[field])) return field',
    replace: 'if (!check(row[field])) continue',
    tests: [`${contract}/row-check.test.ts`],
  },
]
