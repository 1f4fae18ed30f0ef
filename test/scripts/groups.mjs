import { readdirSync } from 'node:fs'

/**
 * The groups of `pnpm test:deep`: the tests that `pnpm test` leaves out or gives only a dose of. A group may have tests of
 * Vitest, kinds of `test/random` that are tried by chance, or both.
 *
 * @typedef {object} Group
 * @property {string} name
 * @property {string} what it tries, for the list that a wrong name is answered with
 * @property {readonly string[]} projects of Vitest
 * @property {readonly string[]} folders whose tests are the group's
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
      'packages/engine/src/schedule/timetable.properties.deep.test.ts',
      'packages/engine/src/scenarios/feed-too-large.test.ts',
      'packages/engine/src/snapshot/record-splitter.test.ts',
      'packages/relay/src/access/limits.test.ts',
      'packages/relay/src/scenarios/',
      'packages/user-data/src/scenarios/two-devices.test.ts',
      'packages/user-data/src/scenarios/ways-agree.test.ts',
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

/** Tests of the groups that `pnpm test` runs whole: in depth they are the same. */
export const wholeInTest =
  'test/{simulation,crash,hostile,user-data,site}/**/!(*.deep|*.e2e|crash-points|histories).test.ts'

/** Groups whose browser tests take minutes: after `pnpm test`, each run takes one file in two. */
const drawn = ['test/hostile/', 'test/journeys/', 'test/lifecycle/']

/**
 * Files of browser tests that the run of this seed leaves out; the run of the next seed takes them.
 *
 * @param {number} seed
 * @returns {string[]} by their paths from the root
 */
export function leftOutBy(seed) {
  return drawn.flatMap((folder) => {
    const files = readdirSync(new URL(`../../${folder}`, import.meta.url)).filter((name) =>
      name.endsWith('.e2e.test.ts'),
    )
    return files.sort().flatMap((name, index) => ((index + seed) % 2 === 0 ? [] : [folder + name]))
  })
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
  const group = groups.find(({ folders }) => folders.some((folder) => path.startsWith(folder)))
  return group?.name ?? /^packages\/([^/]+)/.exec(path)?.[1] ?? path.split('/').slice(0, 2).join('/')
}
