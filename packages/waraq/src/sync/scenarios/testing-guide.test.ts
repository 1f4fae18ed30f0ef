import { readFileSync } from 'node:fs'
import { createSandbox } from '@waraq/sandbox'
import { expect, it } from 'vitest'
import { createSyncEngine } from '../engine/create-sync-engine.ts'
import { openContentStore } from '../../store/read/open-content-store.ts'

const guide = readFileSync(new URL('../../../../sandbox/GUIDE.md', import.meta.url), 'utf8')
const section = guide.slice(guide.indexOf('\n## In your tests\n'))

it('the test of the guide passes', async () => {
  const [, example] = /```ts\n(?:import .*\n)+([^]*?)```/.exec(section)!
  const given = { createSandbox, createSyncEngine, openContentStore, expect }
  const tests: (() => Promise<void>)[] = []
  const test = (_name: string, run: () => Promise<void>) => void tests.push(run)
  new Function('test', ...Object.keys(given), example!)(test, ...Object.values(given))
  expect(tests).toHaveLength(1)
  await tests[0]!()
})
