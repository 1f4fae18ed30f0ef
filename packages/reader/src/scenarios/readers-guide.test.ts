import { readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import type { Bench } from '../../../engine/src/bench.test-support.ts'
import * as readers from '../index.ts'
import { openLibrary } from '../readers/library.test-support.ts'

const guide = readFileSync(new URL('../../GUIDE.md', import.meta.url), 'utf8')
const section = guide.slice(guide.indexOf('\n## Readers\n'))

let bench: Bench
afterEach(() => bench.close())

it('the example of the guide runs', async () => {
  bench = await openLibrary('mushafs:1;tafsirs:169;translations:20;word_by_word_transliterations:60')
  const example = /```ts\nimport .*\n([^]*?)```/.exec(section)![1]!
  const printed: unknown[] = []
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<() => void>
  const names = Object.keys(readers)
  const run = new AsyncFunction(...names, 'store', 'console', `${example}; return stop`)
  const console = { log: (...values: unknown[]) => printed.push(...values) }
  const stop = await run(...Object.values(readers), bench.store, console)
  // The last answer comes from a live query, a little later.
  await vi.waitFor(() => expect(printed).toHaveLength(7))
  stop()
  const [text, footnotes, from, to, word, lines, live] = printed
  expect(text).toContain('Say')
  expect([footnotes, from, to, lines]).toEqual([expect.any(Number), '104:1', '105:5', 15])
  expect(word).toBe('Qul')
  expect(live).toBe(text)
})

it('the table of the guide has every reader', () => {
  const table = section.slice(0, section.indexOf('\n## HTML\n'))
  for (const name of Object.keys(readers)) expect(table).toContain(`\`${name}`)
})
