import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { api } from '../../packages/site/src/entry-points.mjs'
import { makeSite } from '../../packages/site/src/make.mjs'
import { groups } from '../../packages/site/src/pages.mjs'
import { readmes } from '../../packages/site/src/readmes.mjs'
import { filesBelow, root } from './sources.ts'

/** The documentation as a site: that its pages can be made says that no link between documents leads nowhere. */
const { texts } = makeSite(root, undefined)
const pages = [...texts].filter(([path]) => path.endsWith('.md') && !/^(ar\/)?index.md$/.test(path))

it.each(pages)('%s has one title and something below it', (_, text) => {
  const bare = text.replaceAll(/^ *```[^]*?^ *```$/gm, '')
  expect(bare.match(/^# \S/gm)).toHaveLength(1)
  expect(text.length).toBeGreaterThan(200)
})

it.each(pages.map(([path]) => path.replace(/\.md$/, '')))('the list for language models names %s', (path) => {
  expect(texts.get('public/llms.txt')).toMatch(new RegExp(`\\(/${path}\\.html\\): \\S`))
})

const written = readmes()
it.each([...written])(
  '%s is what `pnpm readmes` writes: the beginning of its guide, and the list of documents',
  (path, text) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe(text)
    expect(text.split('\n').length).toBeLessThan(path === 'README.md' ? 120 : 60)
  },
)

it('documents of packages are all there', () => {
  const all = [...groups.flatMap((group) => group.pages), ...api(root)]
  const used = new Set(all.flatMap(({ from }) => from))
  const documents = filesBelow('packages').filter((path) => /^packages\/[\w-]+\/[A-Z-]+\.md$/.test(path))
  expect(documents.length).toBeGreaterThan(15)
  expect(documents.filter((path) => !used.has(path) && !written.has(path))).toEqual([])
  const own = filesBelow(join('packages', 'site', 'own')).filter((path) => path.endsWith('.md'))
  expect(own.filter((path) => !used.has(path) && !path.includes('/ar/'))).toEqual([])
})

describe('what is made of sources', () => {
  it('has each error, each field of the status and the figure of the report', () => {
    expect(texts.get('reference/errors.md')!.match(/^\| `\w+`/gm)!.length).toBeGreaterThan(80)
    expect(texts.get('reference/status.md')).toMatch(/`pausedSince` +\| `number \\\| null`/)
    expect(texts.get('index.md')).toMatch(/<strong dir="ltr">\d+\.\d ×<\/strong>/)
    expect(texts.get('ar/index.md')).toContain('import { createWaraq }')
  })
})
