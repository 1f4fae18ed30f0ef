import { readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The groups of `pnpm test:deep`: the tests that `pnpm test` leaves out or gives only a dose of. A group may have tests of
 * Vitest, kinds of `test/random` that are tried by chance, or both.
 *
 * @typedef {object} Group
 * @property {string} name
 * @property {string} what it tries, for the list that a wrong name is answered with
 * @property {readonly string[]} projects of Vitest
 * @property {readonly string[]} folders whose tests are the group's, or files, or the ending of their names
 * @property {readonly string[]} kinds by name; `test/random/kinds.ts` has them
 * @property {readonly import('./find-or-install.mjs').ProgramName[]} needs programs beside Node
 */

/** @type {readonly Group[]} */
export const groups = [
  {
    name: 'simulation',
    what: 'random histories of several tabs in virtual time',
    projects: ['trials'],
    folders: ['test/simulation/'],
    kinds: ['histories'],
    needs: [],
  },
  {
    name: 'user-histories',
    what: 'random histories of a user’s own data on two devices in virtual time, and their crash points; the SDK over both stores',
    projects: ['trials'],
    folders: ['test/user-data/simulation/'],
    kinds: ['user-histories', 'user-variations'],
    needs: [],
  },
  {
    name: 'plans',
    what: 'random schedules through planning alone',
    projects: [],
    folders: [],
    kinds: ['plans'],
    needs: [],
  },
  {
    name: 'fleet',
    what: 'a million devices and one service that fails, slows down or comes back',
    projects: ['trials'],
    folders: ['test/fleet/'],
    kinds: [],
    needs: [],
  },
  {
    name: 'properties',
    what: 'many more random cases of the properties that pnpm test tries',
    projects: ['node'],
    folders: [
      'packages/cli/src/conform/service/rules/broken-services.test.ts',
      'packages/waraq/src/sync/schedule/timetable.properties.deep.test.ts',
      'packages/waraq/src/sync/scenarios/feed-too-large.test.ts',
      'packages/waraq/src/sync/snapshot/record-splitter.test.ts',
      'packages/waraq/src/search/scenarios/recall.deep.test.ts',
      'packages/relay/src/access/limits.test.ts',
      'packages/relay/src/scenarios/',
      'packages/waraq/src/user/scenarios/odd-answers.test.ts',
      'packages/waraq/src/user/scenarios/two-devices.test.ts',
      'packages/waraq/src/user/scenarios/transports-agree.test.ts',
    ],
    kinds: [],
    needs: [],
  },
  {
    name: 'crash',
    what: 'crash points of every scenario, and random pairs of faults',
    projects: ['trials'],
    folders: ['test/crash/'],
    kinds: ['pairs'],
    needs: [],
  },
  {
    name: 'hostile',
    what: 'random malformed bodies and lies, and hostile answers to a real browser',
    projects: ['trials', 'journeys'],
    folders: ['test/hostile/'],
    kinds: ['bodies', 'rounds'],
    needs: ['chromium'],
  },
  {
    name: 'journeys',
    what: 'the built demo in Chromium: each screen, state, language and theme',
    projects: ['journeys'],
    folders: ['test/journeys/'],
    kinds: [],
    needs: ['chromium', 'redis'],
  },
  {
    name: 'mistakes',
    what: 'what a developer is told where something is wrong',
    projects: ['journeys'],
    folders: ['test/mistakes/'],
    kinds: [],
    needs: ['chromium'],
  },
  {
    name: 'chromium',
    what: 'what pnpm test runs in Chromium, on both of its stores of IndexedDB',
    projects: ['chromium'],
    folders: ['.browser.test.ts'],
    kinds: [],
    needs: ['chromium'],
  },
  {
    name: 'lifecycle',
    what: 'tabs, workers and whole browsers that end, databases that vanish or are damaged',
    projects: ['journeys'],
    folders: ['test/lifecycle/'],
    kinds: [],
    needs: ['chromium'],
  },
  {
    name: 'background',
    what: 'service workers that sync, and are stopped',
    projects: ['journeys'],
    folders: ['test/background/'],
    kinds: [],
    needs: ['chromium'],
  },
  {
    name: 'user-data',
    what: 'a user who signs in, in Chromium',
    projects: ['journeys'],
    folders: ['test/user-data/'],
    kinds: [],
    needs: ['chromium', 'openssl'],
  },
  {
    name: 'site',
    what: 'the built documentation: links, sizes, accessibility, both directions',
    projects: ['journeys'],
    folders: ['test/site/'],
    kinds: [],
    needs: ['chromium'],
  },
  {
    name: 'relay',
    what: 'whole relay processes, a real Redis, other servers, an edge runtime, and requests by chance',
    projects: ['processes'],
    folders: ['test/relay/'],
    kinds: [],
    needs: ['redis'],
  },
  {
    name: 'adopt',
    what: 'the packages in new applications, installed and built with npm and driven in Chromium',
    projects: ['adopt'],
    folders: ['test/adopt/'],
    kinds: [],
    needs: ['chromium'],
  },
  {
    name: 'browsers',
    what: 'what the engine promises, in Chromium, Firefox and WebKitGTK',
    projects: ['browsers'],
    folders: ['test/browsers/'],
    kinds: [],
    needs: ['chromium', 'firefox', 'webkitgtk'],
  },
]

/** Whether `pnpm test` runs these tests of a group whole: in depth they are the same. @param {string} path */
export function isWholeInTest(path) {
  return (
    /^test\/(simulation|crash|hostile|user-data|site)\//.test(path) &&
    !/(\.deep|\.e2e|crash-points|histories)\.test\.ts$/.test(path)
  )
}

/** Of the files of the groups, each run after `pnpm test` takes one in so many. */
const share = 4

/**
 * What depends on where Chromium keeps IndexedDB: tests of the database, of its loss, and of a demo that is read without a network.
 * They run on each of Chromium's stores.
 */
const onBothStores = [
  '.browser.test.ts',
  'test/lifecycle/',
  'test/journeys/reader.e2e.test.ts',
  'test/journeys/storage-states.e2e.test.ts',
  'test/journeys/user-data.e2e.test.ts',
]

/** Whether the file or folder is this one, or lies in it, or its name ends so. @param {string} path @param {string} place */
const isIn = (path, place) => path.startsWith(place) || path.endsWith(place)

/** @returns {string[]} the tests of all groups but those of `pnpm test`'s own project, by their paths from the root */
function testsOfGroups() {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  /** @param {string} place */
  const filesIn = (place) =>
    place.endsWith('/')
      ? readdirSync(join(root, place), { recursive: true, encoding: 'utf8' }).map(
          (name) => place + name.replaceAll(sep, '/'),
        )
      : [place]
  const paths = groups
    .filter(({ name }) => name !== 'chromium')
    .flatMap(({ folders }) => folders.flatMap(filesIn))
    .filter((path) => path.endsWith('.test.ts'))
  return [...new Set(paths)].sort()
}

/** What runs after `pnpm test` leave to it. @returns {string[]} by their paths from the root */
export function wholeInTest() {
  return testsOfGroups().filter(isWholeInTest)
}

/** What runs after `pnpm test` draw from. @returns {string[]} by their paths from the root */
export function drawnAfterTest() {
  return testsOfGroups().filter((path) => !isWholeInTest(path))
}

/**
 * Files that the run of this seed leaves out; each of them is taken by one seed in four that follow each other.
 *
 * @param {number} seed
 * @returns {string[]} by their paths from the root
 */
export function leftOutBy(seed) {
  return drawnAfterTest().filter((_, index) => (index + seed) % share !== 0)
}

/**
 * What of these places runs on Chromium's other store, too.
 *
 * @param {readonly string[]} places folders or files
 * @returns {string[]}
 */
export function onOtherStore(places) {
  return [
    ...onBothStores.filter((both) => places.some((place) => isIn(both, place))),
    ...places.filter((place) => onBothStores.some((both) => both !== place && isIn(place, both))),
  ]
}

/**
 * Files that the run of this seed takes to Chromium's other store instead: half of those that run on both. Whichever files a seed
 * leaves out, each comes to each store within eight seeds.
 *
 * @param {number} seed
 * @returns {string[]} by their paths from the root
 */
export function movedBy(seed) {
  return drawnAfterTest().filter(
    (path, index) =>
      onBothStores.some((both) => isIn(path, both)) &&
      (Math.floor(index / share) + Math.floor(seed / share)) % 2 === 0,
  )
}

/** @param {readonly string[]} names none for all @returns {readonly Group[]} */
export function groupsNamed(names) {
  const unknown = names.find((name) => !groups.some((group) => group.name === name))
  if (unknown === undefined)
    return names.length === 0 ? groups : groups.filter((group) => names.includes(group.name))
  const list = groups.map(({ name, what }) => `  ${name.padEnd(14)} ${what}`).join('\n')
  throw new Error(`There is no group "${unknown}". The groups are:\n${list}`)
}

/**
 * The group of a test file, by its path from the root; where it has none, its package's name or its folder.
 *
 * @param {string} path
 */
export function groupOf(path) {
  const group = groups.find(({ folders }) => folders.some((folder) => isIn(path, folder)))
  return group?.name ?? /^packages\/([^/]+)/.exec(path)?.[1] ?? path.split('/').slice(0, 2).join('/')
}
