import { describe, expect, it } from 'vitest'
import { fontsOf } from '../readers/fonts.ts'
import { fontRow } from './fonts.test-support.ts'
import { chooseFonts, creditsOf, hashOf, declaredBytes, sortOut } from './wanted-fonts.ts'

const assets = (...rows: ReturnType<typeof fontRow>[]) => fontsOf(rows.map((data) => ({ data })) as never)
const asset = (row: Parameters<typeof fontRow>[2]) => assets(fontRow(1, 'one', row))[0]!

describe('what is wanted', () => {
  it('is the best format of each page, and of each family of the whole mushaf', () => {
    const all = assets(
      fontRow(null, 'a.ttf', { font_family: 'a', format: 'truetype' }),
      fontRow(null, 'a', { font_family: 'a' }),
      fontRow(null, 'b', { font_family: null, format: 'woff' }),
      fontRow(2, 'two.ttf', { format: 'truetype' }),
      fontRow(2, 'two', { font_family: 'other' }),
    )
    const urls = chooseFonts(all).map(({ url }) => url.slice('https://static.example/'.length))
    expect(urls.sort()).toEqual(['a', 'b', 'two'])
  })
})

describe('a row', () => {
  it.each<[unknown, boolean]>([
    ['0aF'.padEnd(64, '9'), true],
    ['0'.repeat(63), false],
    ['0'.repeat(65), false],
    [`${'0'.repeat(63)}g`, false],
    [`${'0'.repeat(64)}\n`, false],
    [null, false],
  ])('with the hash %j can be checked: %s', (sha256, usable) => {
    const row = asset({ sha256: sha256 as string })
    expect(hashOf(row)).toBe(usable ? String(sha256).toLowerCase() : null)
    expect(sortOut([row]).files).toHaveLength(usable ? 1 : 0)
  })
  it.each<[unknown, number | null]>([
    [12, 12],
    [0, null],
    [-1, null],
    [1.5, null],
    ['12', null],
    [null, null],
  ])('with the length %j says %j', (byteSize, said) => {
    expect(declaredBytes(asset({ byte_size: byteSize as number }))).toBe(said)
  })
})

describe('the terms', () => {
  it.each<[unknown, unknown]>([
    ['https://license.example', 'https://license.example'],
    ['http://license.example', 'http://license.example'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['//license.example', null],
    ['', null],
    [null, null],
  ])('link to %j as %j', (given, link) => {
    expect(creditsOf([asset({ license_url: given as string })])[0]!.licenseUrl).toBe(link)
  })
  it('come once each', () => {
    const all = assets(fontRow(1, 'a'), fontRow(2, 'b'), fontRow(3, 'c', { provider: 'Another' }))
    expect(creditsOf(all).map(({ provider }) => provider)).toEqual(['A foundry', 'Another'])
  })
})
