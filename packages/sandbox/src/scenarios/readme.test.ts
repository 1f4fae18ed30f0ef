import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as sandboxModule from '../index.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

it('the first example of the README runs', async () => {
  const example = /```ts\nimport .*\n([^]*?)```/.exec(readme)![1]!
  const printed: unknown[] = []
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<void>
  const run = new AsyncFunction('createSandbox', 'console', example)
  await run(sandboxModule.createSandbox, { log: (...values: unknown[]) => printed.push(...values) })
  expect(printed).toEqual(['/api/v4/resources/snapshots/translations/20', 'Edited.'])
})
