import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as sandboxModule from '../index.ts'

const guide = readFileSync(new URL('../../GUIDE.md', import.meta.url), 'utf8')

it('the first example of the guide runs', async () => {
  const example = /```ts\nimport .*\n([^]*?)```/.exec(guide)![1]!
  const printed: unknown[] = []
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<void>
  const run = new AsyncFunction('createSandbox', 'console', example)
  await run(sandboxModule.createSandbox, { log: (...values: unknown[]) => printed.push(...values) })
  expect(printed).toEqual(['/api/v4/resources/snapshots/translations/20', 'Edited.'])
})
