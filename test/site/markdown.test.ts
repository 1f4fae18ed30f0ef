import { describe, expect, it } from 'vitest'
import {
  blocksOf,
  firstParagraph,
  headingsOf,
  rowsOf,
  sectionAt,
  shortened,
  slugOf,
  withLinks,
} from '../../packages/site/src/markdown.mjs'

describe('headings', () => {
  it.each([
    ['`waraq doctor --user`', 'waraq-doctor---user'],
    ['What the service’s terms ask of an application', 'what-the-services-terms-ask-of-an-application'],
    ['The [store](x.md), and *what* is in it', 'the-store-and-what-is-in-it'],
    ['التطبيق نفسه بلا اتصال', 'التطبيق-نفسه-بلا-اتصال'],
  ])('%s is %s in addresses, as on GitHub', (title, slug) => {
    expect(slugOf(title)).toBe(slug)
  })
  it('are none in code, and those of one name are counted', () => {
    const text = '# A\n\n```sh\n# no heading\n```\n\n## B\n\n## B\n'
    expect(headingsOf(text).map(({ depth, slug }) => `${depth} ${slug}`)).toEqual(['1 a', '2 b', '2 b-1'])
  })
  it('begin a section, which ends before the next one of its depth or above', () => {
    const text = '# A\n## B\n### C\n## D\n'
    expect(sectionAt(text, 'b')).toEqual({ from: 1, to: 3 })
    expect(sectionAt(text, 'd')).toEqual({ from: 3, to: 5 })
    expect(sectionAt(text, 'e')).toBeUndefined()
  })
})

describe('links', () => {
  const changed = (text: string) =>
    withLinks(text.split('\n'), (address, words) => `<${words}|${address}>`).join('\n')
  it('are found with code in their words, over the end of a line, and as pictures', () => {
    expect(changed('a [b `c`](d.md#e) f')).toBe('a <b `c`|d.md#e> f')
    expect(changed('a [b\nc](d.md) f')).toBe('a <b\nc|d.md> f')
    expect(changed('![b](d.svg)')).toBe('<b|d.svg>')
  })
  it('are none in code', () => {
    const text = '`[a](b)` c\n\n```md\n[a](b)\n```'
    expect(changed(text)).toBe(text)
  })
})

it('blocks of code keep their place in a list', () => {
  expect(blocksOf('a\n\n  ```sh\n  b\n  ```\n\n```ts\nc\n```\n')).toEqual([
    '  ```sh\n  b\n  ```',
    '```ts\nc\n```',
  ])
})

it('what a page is about is its first prose, as whole sentences', () => {
  const text = '# A\n\n```sh\nx y\n```\n\n| a | b |\n\n**One** `two`\n[three](x.md). Four. Five.\n'
  expect(firstParagraph(text)).toBe('One two three. Four. Five.')
  expect(shortened('One. Two. Three.', 9)).toBe('One. Two.')
  expect(shortened('One two three. Four.', 0)).toBe('One two three.')
  expect(shortened('See: a', 3)).toBe('See: a')
})

it('rows of a table are found by its first heading', () => {
  const text = '| code | when |\n| --- | --- |\n| `a` | b \\| c |\n\n| other | x |\n| - | - |\n| d | e |\n'
  expect(rowsOf(text, 'code')).toEqual([['`a`', 'b \\| c']])
})
