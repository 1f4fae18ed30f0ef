import { describe, expect, it } from 'vitest'
import { compose } from '../../packages/site/src/compose.mjs'
import { withBlocks } from '../../packages/site/src/make.mjs'

const files: Record<string, string> = {
  'README.md': '# Readme\n\nSee [two](docs/a.md#two) and [a](docs/a.md).\n',
  'docs/a.md':
    '# A\n\nText.\n\n## One\n\nFirst.\n\n### Deep\n\n[home](../README.md)\n\n## Two\n\n[code](../x.ts)\n',
  'x.ts': '',
}

const composed = (
  pages: { path: string; title: string; from: string[] }[],
  more: Record<string, string> = {},
  source: (path: string) => string | undefined = () => undefined,
) => {
  const all = { ...files, ...more }
  const made = compose(pages, {
    read: (path: string) => {
      const text = all[path]
      if (text === undefined) throw new Error(`no ${path}`)
      return text
    },
    has: (path: string) => path in all,
    picture: (path: string) => `/pictures/${path}`,
    source,
  })
  return Object.fromEntries(made.map(({ page, text }) => [page.path, text]))
}
const page = (path: string, title: string, ...from: string[]) => ({ path, title, from })

describe('a page', () => {
  it('of a file has its text without its title, and links that lead to pages', () => {
    const { readme } = composed([page('readme', 'Begin', 'README.md'), page('a', 'A', 'docs/a.md')])
    expect(readme).toBe('See [two](/a#two) and [a](/a).')
  })
  it('of a section has what stands below it, which is on no other page then', () => {
    const { a, one } = composed([page('a', 'A', 'docs/a.md'), page('one', 'The first', 'docs/a.md#one')])
    expect(one).toBe('First.\n\n## Deep {#deep}\n\n[home](/)')
    expect(a).toContain('## One {#one}\n\n[The first](/one) has it.\n\n## Two {#two}')
    expect(a).not.toContain('Deep')
  })
  it('of several parts has a heading for each, but for one that says what its title says', () => {
    const { both } = composed([page('both', 'Two', 'docs/a.md#one', 'docs/a.md#two')])
    expect(both).toBe('## One {#one}\n\nFirst.\n\n### Deep {#deep}\n\n[home](/)\n\ncode')
  })
})

describe('a link', () => {
  it('to a file that is no page leads to where sources are shown, if anywhere', () => {
    const pages = [page('a', 'A', 'docs/a.md')]
    expect(composed(pages, {}, (path) => `https://host/${path}`)['a']).toContain('[code](https://host/x.ts)')
  })
  it.each([
    ['[x](gone.md)', /gone.md, and there is no such file/],
    ['[x](README.md#gone)', /no heading is called so/],
    ['[x](#gone)', /no heading is called so/],
  ])('that leads nowhere is an error: %s', (link, said) => {
    expect(() => composed([page('b', 'B', 'b.md')], { 'b.md': `# B\n\n${link}\n` })).toThrow(said)
  })
})

it('a section that two pages want, or that is gone, is an error', () => {
  expect(() => composed([page('x', 'X', 'docs/a.md#one'), page('y', 'Y', 'docs/a.md#one')])).toThrow(
    /two pages/,
  )
  expect(() => composed([page('x', 'X', 'docs/a.md#gone')])).toThrow(/no section gone/)
})

it('a translation has each block of code of its original, and is refused with another number of them', () => {
  expect(withBlocks('a\n<!-- block -->\nb\n<!-- block -->', ['1', '2'])).toBe('a\n1\nb\n2')
  expect(() => withBlocks('a\n<!-- block -->', ['1', '2'])).toThrow(
    /2 blocks of code, and the translation has 1/,
  )
})
