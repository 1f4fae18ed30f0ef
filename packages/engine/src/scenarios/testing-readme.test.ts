import { readFileSync } from 'node:fs'
import { createSandbox } from '@waraq/sandbox'
import { expect, it } from 'vitest'
import { createSyncEngine } from '../engine/create-sync-engine.ts'
import { openContentStore } from '../read/open-content-store.ts'

const readme = readFileSync(new URL('../../../sandbox/README.md', import.meta.url), 'utf8')
const section = readme.slice(readme.indexOf('\n## In your tests\n'))

it('the test of the README passes', async () => {
  const [, example] = /```ts\n(?:import .*\n)+([^]*?)```/.exec(section)!
  const given = { createSandbox, createSyncEngine, openContentStore, expect }
  const tests: (() => Promise<void>)[] = []
  const test = (_name: string, run: () => Promise<void>) => void tests.push(run)
  new Function('test', ...Object.keys(given), example!)(test, ...Object.values(given))
  expect(tests).toHaveLength(1)
  await tests[0]!()
})
