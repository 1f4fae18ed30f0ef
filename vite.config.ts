import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chosenBrowsers, chromiumLaunch } from './test/scripts/browsers.mjs'

// Workspace packages are read from their sources, without a build in between.
const conditions = ['waraq-source']
const source = { resolve: { conditions }, ssr: { resolve: { conditions } } }

/** Runs as long as it is told to, and only then: `pnpm soak`. */
const soak = {
  ...source,
  test: {
    name: 'soak',
    include: ['test/**/*.soak.ts'],
    environment: 'node' as const,
    testTimeout: 24 * 60 * 60 * 1000,
  },
}

/** Files that take minutes come first, so that none of them is left for the end. */
class LongestFirst extends BaseSequencer {
  static readonly #long = [
    /test\/simulation\/(lease|web-locks)/,
    /test\/(crash\/crash-points|hostile\/framings)/,
    /test\/(simulation|hostile|lifecycle)\//,
  ]

  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = LongestFirst.#long.findIndex((pattern) => pattern.test(moduleId))
      return index < 0 ? LongestFirst.#long.length : index
    }
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}

export default defineConfig({
  test: {
    // One more than there are cores: whoever drives a browser mostly waits for it.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    coverage: {
      provider: 'custom',
      customProviderModule: './test/coverage/provider.mjs',
      // The sync core.
      include: [
        'packages/engine/src/{run,snapshot,store,together}/**/*.ts',
        'packages/engine/src/{engine,freshness,library,lock,options,status,status-watch,subscriptions,writer-turns}.ts',
      ],
      exclude: ['**/*.test.ts', '**/*.test-support.ts'],
      reporter: ['json'],
      reportsDirectory: 'reports/coverage',
    },
    projects: [
      ...(process.env['WARAQ_SOAK_MINUTES'] ? [soak] : []),
      {
        ...source,
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', '**/*.e2e.test.ts', '**/node_modules/**', '**/dist/**'],
          environment: 'node',
          // A tenth faster: histories leave much garbage behind.
          execArgv: ['--max-semi-space-size=64'],
          // Only a hang takes that long; a slow machine must not look like one.
          testTimeout: 60_000,
        },
      },
      {
        ...source,
        // Dependencies are looked up from here, where pnpm has put them.
        root: './packages/engine',
        optimizeDeps: {
          include: ['dexie', 'comlink', 'dompurify', 'htmlparser2', '@waraq/contract > zod/mini'],
        },
        test: {
          name: 'chromium',
          include: ['src/**/*.browser.test.ts'],
          globalSetup: ['../../test/browser/services.ts'],
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
          exclude: ['test/browsers/**', '**/node_modules/**'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...source,
        // The same tests in each browser, a file each, beside each other but beside nothing else.
        test: {
          name: 'browsers',
          include: chosenBrowsers().map((name) => `test/browsers/${name}.e2e.test.ts`),
          globalSetup: ['test/browsers/table.ts'],
          environment: 'node',
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
