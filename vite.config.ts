import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumLaunch } from './test/scripts/browsers.mjs'

// Workspace packages are read from their sources, without a build in between.
const conditions = ['waraq-source']
const source = { resolve: { conditions }, ssr: { resolve: { conditions } } }

export default defineConfig({
  test: {
    projects: [
      {
        ...source,
        test: {
          name: 'node',
          include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', '**/*.e2e.test.ts', '**/node_modules/**', '**/dist/**'],
          environment: 'node',
        },
      },
      {
        ...source,
        // Dependencies are looked up from here, where pnpm has put them.
        root: './packages/engine',
        optimizeDeps: { include: ['dexie', 'comlink', '@waraq/contract > zod/mini'] },
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
        // Whole journeys: built demo, sandbox, relay and a browser driven from Node, one after another.
        test: {
          name: 'journeys',
          include: ['test/**/*.e2e.test.ts'],
          environment: 'node',
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
