import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** A reader that uses content only ships nothing of the user-data API: no file of one half brings in the other. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const packages = ['cli', 'protocol', 'relay', 'waraq']
const files = packages.flatMap((name) =>
  readdirSync(join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|test-d|test-support)\.tsx?$/.test(file))
    .map((file) => `packages/${name}/src/${file}`),
)
/** Folders of the user half, and entry points that give of it; `client` and `react` give of both halves. */
const isOfUsers = (file: string) =>
  /^packages\/(waraq\/src\/(user|client\/user|bindings\/react\/user)|protocol\/src\/user|relay\/src\/user-proxy|cli\/src\/(doctor|conform)\/user)\//.test(
    file,
  ) || /^packages\/waraq\/src\/(user|client|app-state|react)\.ts$/.test(file)

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
/** As `broughtIn` tells them: `waraq/client#sync`. */
const ofTheClient = (names: string) =>
  [...names.matchAll(/\*|(?:type )?\w+/g)].map(([name]) => `waraq/client#${name}`)

/** What `waraq/client` gives of the user half, and all of it at once. */
const ofUserClient = new Set(
  [
    ['', '*'],
    ...textOf('packages/waraq/src/client.ts').matchAll(
      /^export \{([^}]*)\} from '(?:\.\/client\/user\/|@waraq\/protocol\/user)/gm,
    ),
  ].flatMap(([, names]) => ofTheClient(names!)),
)

/**
 * The modules that a file imports, types aside; files of ours as paths from the root of the project. What is imported of
 * `waraq/client` stands one by one, since its names are of one half or of the other.
 */
function broughtIn(file: string): string[] {
  const imports = textOf(file).matchAll(
    /^(?:import|export)(?! type)([^']*?)from '([^']+)'|import\('([^']+)'\)/gms,
  )
  return [...imports].flatMap(([, names = '', path = '', lazy]) => {
    const wanted = lazy ?? path
    if (wanted === 'waraq/client') return ofTheClient(lazy ? '*' : names)
    return wanted.startsWith('.') ? relative(root, join(root, file, '..', wanted)) : wanted
  })
}
const leadsToUsers = (wanted: string) =>
  /^(@waraq\/protocol\/user|waraq\/(user|app-state|react))(\/|$)/.test(wanted) ||
  ofUserClient.has(wanted) ||
  isOfUsers(wanted)

test('there are files of both halves', () => {
  expect(files.filter(isOfUsers).length).toBeGreaterThan(80)
  expect(files.filter((file) => !isOfUsers(file)).length).toBeGreaterThan(200)
  expect(broughtIn('packages/waraq/src/client/user/user-client.ts')).toContain(
    'packages/waraq/src/client/exchange/call.ts',
  )
  expect(broughtIn('packages/waraq/src/client/user/pages.ts').filter(leadsToUsers)).toEqual([
    '@waraq/protocol/user',
  ])
  expect(broughtIn('packages/cli/src/doctor/user/user-service.ts').filter(leadsToUsers)).toEqual([
    'waraq/client#createUserClient',
    'waraq/client#directConnection',
    'waraq/client#userRoots',
    'waraq/client#userRootsBelow',
    '@waraq/protocol/user',
  ])
  expect(broughtIn('packages/cli/src/inspect/run.ts')).toContain('waraq/client#createContentClient')
})

/**
 * No reader ships it: on a server the relay knows scopes of users so that it never asks for one, and has a proxy for them; a
 * developer's command examines accounts as well. An application loads what a person keeps with the first use of it.
 */
const allowed = [
  'packages/cli/src/index.ts -> packages/cli/src/doctor/user/examine-user.ts',
  'packages/cli/src/main.ts -> packages/cli/src/conform/user/run-user.ts',
  'packages/cli/src/conform/index.ts -> packages/cli/src/conform/user/conform-user.ts',
  'packages/relay/src/configuration.ts -> @waraq/protocol/user',
  'packages/relay/src/index.ts -> packages/relay/src/user-proxy/user-proxy.ts',
  'packages/relay/src/waraq-server.ts -> @waraq/protocol/user',
  'packages/relay/src/waraq-server.ts -> packages/relay/src/user-proxy/user-proxy.ts',
  'packages/waraq/src/app/create-waraq.ts -> packages/waraq/src/user/user-data.ts',
  'packages/waraq/src/app/create-waraq.ts -> packages/waraq/src/user/deliver/open-feed.ts',
]

test('nothing outside of the user half brings in a part of it', () => {
  const content = files.filter((file) => !isOfUsers(file))
  const crossing = content.flatMap((file) =>
    broughtIn(file)
      .filter(leadsToUsers)
      .map((wanted) => `${file} -> ${wanted}`),
  )
  expect(crossing).toEqual(allowed)
})

test('App State is reached from its own entry point only, and takes nothing of the SDK but types', () => {
  const own = files.filter((file) => file.startsWith('packages/waraq/src/user/'))
  const isAppState = (file: string) => file.startsWith('packages/waraq/src/user/app-state/')
  const [inside, outside] = [own.filter(isAppState), files.filter((file) => !isAppState(file))]
  expect(inside.length).toBeGreaterThan(10)
  const from = outside.filter((file) => broughtIn(file).some(isAppState))
  expect(from).toEqual(['packages/waraq/src/app-state.ts'])
  expect(files.filter((file) => broughtIn(file).some((path) => path.startsWith('@quranjs/')))).toEqual([])
})
