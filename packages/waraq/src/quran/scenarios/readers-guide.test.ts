import { readFileSync } from 'node:fs'
import { afterEach, expect, it, vi } from 'vitest'
import type { Bench } from '../../sync/bench.test-support.ts'
import * as readers from '../../quran.ts'
import { openLibrary } from '../readers/library.test-support.ts'

const guide = readFileSync(new URL('../../../READING.md', import.meta.url), 'utf8')
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

it('the guide has every reader in its table, and what gives names in the chapter on names', () => {
  const chapter = (title: string) => new RegExp(`\\n## ${title}\\n[^]*?(?=\\n## )`).exec(guide)![0]
  const [table, names] = [section.slice(0, section.indexOf('\n## HTML\n')), chapter('Names')]
  const missing = Object.keys(readers).filter(
    (name) => !table.includes(`\`${name}`) && !new RegExp(`\\b${name}\\b`).test(names),
  )
  expect(missing).toEqual([])
})
