import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defaultClientConditions } from 'vite'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { wholeWorkers } from './test/browser/whole-workers.ts'
import { chosenBrowsers, chromiumLaunch } from './test/scripts/browsers.mjs'
import { wholeInTest } from './test/scripts/groups.mjs'

// Workspace packages are read from their sources, without a build in between.
const conditions = ['waraq-source']
const source = {
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  // Set-up of projects is loaded by this environment.
  environments: { __vitest__: { resolve: { conditions } } },
}

/** `pnpm test:deep` runs what takes minutes, too: files named `*.deep.test.ts`. */
const isDeep = Boolean(process.env['WARAQ_DEEP'])

/** Tests of what is tried by chance or case by case: they replace globals of their process, each in the same way. */
const trials = ['simulation', 'crash', 'hostile', 'random', 'fleet', 'user-data/simulation'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
)

/** What the sources have to keep to, beside what the linter and the compiler know: `pnpm check`. */
const rules = ['test/static/**/*.test.ts']

/** Servers as processes of their own, with a real Redis: `pnpm test:deep relay`. */
const processes = ['test/relay/**/*.test.ts']

const neverTests = [
  '**/node_modules/**',
  '**/dist/**',
  ...(process.env['WARAQ_AFTER_TEST'] ? wholeInTest() : []),
  ...(process.env['WARAQ_LEFT_OUT']?.split(',') ?? []),
]

/** Only a hang takes that long: `expect.poll` gives up after a second by default, which a busy machine takes at times. */
const slowMachine = { poll: { timeout: 180_000 } }

/** Kinds of test that draw seeds for as long as they are told: `pnpm test:deep`, and only then. */
const random = {
  ...source,
  test: {
    name: 'random',
    include: ['test/random/*.lane.ts'],
    environment: 'node' as const,
    execArgv: ['--max-semi-space-size=64'],
  },
}

/**
 * Files that take minutes come first, so that none of them is left for the end. Before that, files of one project and one
 * environment stand together: a worker ends where the next file is of another, and a new one loads all modules again.
 */
class LongestFirst extends BaseSequencer {
  static readonly #projects = ['adopt', 'journeys', 'processes', 'trials', 'node']
  static readonly #long = [
    /test\/(adopt|fleet)\//,
    /test\/journeys\/(reader|accessibility|new-reader|hostile-content|storage-states)/,
    /test\/(crash\/crash-points|user-data\/simulation\/crash-points|hostile\/framings)/,
    /test\/(simulation|crash|hostile|lifecycle)\//,
    /waraq\/src\/(sync|user)\/scenarios\/|test\/conform\//,
  ]

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeIn = (list: readonly boolean[]) => (list.includes(true) ? list.indexOf(true) : list.length)
    const places = new Map(
      files.map((file) => {
        const { moduleId, project } = file
        const ofProject = placeIn(LongestFirst.#projects.map((name) => name === project.name))
        // Those with a document are few and slow to load: not at the end, where one worker would wait for another.
        const hasNoPage = Number(!readFileSync(moduleId, 'utf8').includes('@vitest-environment'))
        return [file, [ofProject, hasNoPage, placeIn(LongestFirst.#long.map((each) => each.test(moduleId)))]]
      }),
    )
    const sorted = await super.sort(files)
    return sorted.sort((one, other) => {
      const [first, second] = [places.get(one)!, places.get(other)!]
      const at = first.findIndex((place, index) => place !== second[index])
      return at < 0 ? 0 : first[at]! - second[at]!
    })
  }
}

export default defineConfig({
  test: {
    // What was transformed before is taken from the disk, by its content: a tenth of the time.
    experimental: { fsModuleCache: true },
    // Each worker loads all modules, so more of them than there are cores take longer; but one more in depth, where tests
    // that drive a browser mostly wait.
    maxWorkers: availableParallelism() + Number(isDeep),
    sequence: { sequencer: LongestFirst },
    // `pnpm coverage`: the sync core.
    coverage: {
      provider: 'v8',
      include: ['packages/waraq/src/{sync,store}/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.test-support.ts'],
      reporter: ['text', 'json'],
      reportsDirectory: 'reports/coverage',
    },
    projects: [
      ...(process.env['WARAQ_LANES'] || process.env['WARAQ_REPLAY'] ? [random] : []),
      {
        ...source,
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: [
            '**/*.browser.test.ts',
            '**/*.e2e.test.ts',
            ...rules,
            ...trials,
            ...processes,
            ...(isDeep ? [] : ['**/*.deep.test.ts']),
            ...neverTests,
          ],
          environment: 'node',
          // Half of what a file costs by itself is loading the modules that all of them load.
          isolate: false,
          // A twentieth less work: databases in memory and answers leave much garbage behind.
          execArgv: ['--max-semi-space-size=64'],
          setupFiles: ['test/support/fresh-indexeddb.ts', 'test/support/wait-timeouts.ts'],
          expect: slowMachine,
          unstubGlobals: true,
          unstubEnvs: true,
          restoreMocks: true,
          // Only a hang takes that long; a machine with much else to do must not look like one.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        ...source,
        test: { name: 'rules', include: rules, environment: 'node', isolate: false, testTimeout: 240_000 },
      },
      {
        ...source,
        test: {
          name: 'trials',
          include: trials,
          exclude: ['**/*.e2e.test.ts', ...(isDeep ? [] : ['**/*.deep.test.ts']), ...neverTests],
          environment: 'node',
          isolate: false,
          // A tenth faster: histories leave much garbage behind.
          execArgv: ['--max-semi-space-size=64'],
          // Only a hang takes that long.
          testTimeout: 240_000,
          hookTimeout: 240_000,
        },
      },
      {
        ...source,
        test: {
          name: 'processes',
          include: processes,
          exclude: neverTests,
          environment: 'node',
          expect: slowMachine,
          // Only a hang takes that long.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...source,
        // Frameworks have other builds for browsers than Node gets.
        resolve: { conditions: [...conditions, ...defaultClientConditions] },
        plugins: [wholeWorkers(conditions)],
        // Dependencies are looked up from here, where pnpm has put them.
        root: './packages/waraq',
        optimizeDeps: {
          include: [
            'dexie',
            'dompurify',
            'htmlparser2',
            'comlink',
            '@waraq/protocol > zod/mini',
            'solid-js',
            'solid-js/web',
            'svelte',
            'svelte/compiler',
            'svelte/internal/client',
            'svelte/store',
          ],
        },
        test: {
          name: 'chromium',
          include: ['src/**/*.browser.test.ts'],
          exclude: ['**/node_modules/**', ...(isDeep ? [] : ['**/*.deep.browser.test.ts'])],
          globalSetup: ['../../test/browser/services.ts', '../../test/browser/damaged-library.ts'],
          setupFiles: ['../../test/support/wait-timeouts.ts'],
          expect: slowMachine,
          // Only a hang takes that long.
          testTimeout: 240_000,
          hookTimeout: 120_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumLaunch() }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        ...source,
        // Whole journeys: built demo, sandbox, relay and a browser driven from Node.
        test: {
          name: 'journeys',
          include: ['test/**/*.e2e.test.ts'],
          exclude: ['test/adopt/**', 'test/browsers/**', ...neverTests],
          globalSetup: ['test/browser/built-demo.ts'],
          environment: 'node',
          // A worker runs many files, so that what they load and the browser they drive come once: test/browser/chromium.ts.
          isolate: false,
          expect: slowMachine,
          // Only a hang takes that long.
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...source,
        // Applications outside of the workspace, which take the packages as they are built.
        test: {
          name: 'adopt',
          include: ['test/adopt/*.e2e.test.ts'],
          exclude: neverTests,
          globalSetup: ['test/browser/built-packages.ts', 'test/adopt/registry.ts'],
          environment: 'node',
          // Only a hang takes that long.
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        ...source,
        // The same tests in each browser, a file each, beside each other but beside nothing else.
        test: {
          name: 'browsers',
          include: chosenBrowsers().map((name) => `test/browsers/${name}.e2e.test.ts`),
          exclude: neverTests,
          globalSetup: ['test/browser/built-demo.ts', 'test/browsers/table.ts'],
          environment: 'node',
          sequence: { groupOrder: 1 },
          // Only a hang takes that long.
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
