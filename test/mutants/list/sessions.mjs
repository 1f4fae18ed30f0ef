/** @typedef {import('../mutants.mjs').Mutant} Mutant */

const proxy = 'packages/relay/src/user-proxy'

/**
 * Sessions of users.
 *
 * @type {readonly Mutant[]}
 */
export const sessionMutants = [
  {
    name: 'the proxy takes a cookie by its name without the white space of Unicode',
    promise: 'no host plants a session',
    file: `${proxy}/cookies.ts`,
    find: 'pairs.flatMap((pair) => parse(pair, name)[name] ?? [])',
    replace: 'pairs.flatMap((pair) => parse(pair.trim(), name)[name] ?? [])',
    tests: [`${proxy}/cookies.test.ts`],
  },
  {
    name: 'the proxy takes the first of two cookies',
    promise: 'no host plants a session',
    file: `${proxy}/cookies.ts`,
    find: '  if (more.length === 0) return value\n',
    replace: '  if (more.length < 9) return value\n',
    tests: [`${proxy}/cookies.test.ts`],
  },
  {
    name: 'a renewal writes whatever the store has meanwhile',
    promise: 'a sign-out wins',
    file: `${proxy}/sessions.ts`,
    find: 'return ask(() => store.swap(key, sealed, value, leftMs(after)))',
    replace: 'return ask(() => store.set(key, value, leftMs(after))).then(() => sealed !== "")',
    tests: [`${proxy}/scenarios/sessions-that-end.test.ts`],
  },
  {
    name: 'a renewal looks whether the session is there, and then writes',
    promise: 'a sign-out wins',
    file: `${proxy}/sessions.ts`,
    find: 'return ask(() => store.swap(key, sealed, value, leftMs(after)))',
    replace:
      'return ask(async () => (await store.get(key)) === sealed && (await store.set(key, value, leftMs(after)), true))',
    tests: [`${proxy}/scenarios/sessions-that-end.test.ts`],
  },
  {
    name: 'a sign-out removes the session that it has seen and gives up where it changed',
    promise: 'a sign-out wins',
    file: `${proxy}/sessions.ts`,
    find: 'const mostTries = 10',
    replace: 'const mostTries = 1',
    tests: [`${proxy}/scenarios/sessions-that-end.test.ts`],
  },
  {
    name: 'a late renewal keeps its tokens at the issuer',
    promise: 'a sign-out revokes what a late renewal brought',
    file: `${proxy}/session-tokens.ts`,
    find: '    await revoke(fresh)\n',
    replace: '',
    tests: [`${proxy}/scenarios/sessions-that-end.test.ts`],
  },
  {
    name: 'a sign-out names the refresh token alone',
    promise: 'a sign-out ends every token',
    file: `${proxy}/session-tokens.ts`,
    find: 'const tokens = [refreshToken, accessToken]',
    replace: 'const tokens = [refreshToken ?? accessToken]',
    tests: [`${proxy}/scenarios/sessions-that-end.test.ts`],
  },
  {
    name: 'a second sign-in leaves the first session good',
    promise: 'a browser has one session',
    file: `${proxy}/sign-in.ts`,
    find: '      if (former !== undefined) await tokens.end(former)\n',
    replace: '',
    tests: [`${proxy}/scenarios/sessions-that-end.test.ts`],
  },
  {
    name: 'the account of a request is not compared with that of the session',
    promise: 'no request of one account is carried out for another',
    file: `${proxy}/session-tokens.ts`,
    find: "      if (account !== null && account !== found.session.account) return { kind: 'other_account' }\n",
    replace: '',
    tests: [`${proxy}/user-proxy.test.ts`],
  },
  {
    name: 'a request begins some time after its caller was asked whether it may',
    promise: 'no request starts under an epoch that another has raised',
    file: 'packages/waraq/src/client/exchange/exchange.ts',
    find: '    beforeSend?.()\n    try {\n',
    replace: '    beforeSend?.()\n    await null\n    try {\n',
    tests: ['packages/waraq/src/client/user/user-client.test.ts'],
  },
  {
    name: 'two processes swap the value that both have seen',
    promise: 'a swap is one step',
    file: 'packages/relay/src/store/memory-store.ts',
    find: '      if (values.read(key)?.value !== before) return false\n',
    replace: '',
    tests: ['packages/relay/src/store/storage-store.test.ts'],
  },
]
