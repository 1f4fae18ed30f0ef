import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, testsOf } from './sources.ts'

/** Documents that name tests name tests that are there. */

const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The rows of all tables of a document, as cells, without their headings. */
function tableRows(document: string): string[][] {
  return read(document)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter(([first]) => !/^:?-+:?$/.test(first!))
}

/** Tests as a cell names them: a path, and titles of tests in it. */
function expectNamed(held: string): void {
  const named = [...held.matchAll(/`([^`]+)`|"([^"]+)"/g)]
  let file: string | undefined
  for (const [, path, title] of named) {
    if (path !== undefined) {
      expect([path, existsSync(join(root, path))]).toEqual([path, true])
      file = path
    } else expect([title, read(file!).includes(title!)]).toEqual([title, true])
  }
  if (named.length === 0) expect(held).toMatch(/not yet|Nothing to test/)
}

/** The rows of faults or threats, by their numbers, with the tests that each names. */
const numberedRows = (document: string, numbers: RegExp) =>
  tableRows(document).flatMap(([what = '', , , held = '']) => {
    const [, number] = numbers.exec(what) ?? []
    return number === undefined ? [] : [[number, held] as const]
  })

describe('packages/relay/SECURITY.md', () => {
  const rows = numberedRows('packages/relay/SECURITY.md', /^([A-F]\d+): /)

  it('has every threat once', () => {
    const numbers = rows.map(([number]) => number)
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers.length).toBeGreaterThan(40)
  })
  it.each(rows)('%s: the tests that hold it are there', (_, held) => expectNamed(held))
})

describe('the faults of packages/waraq/SPEC.md', () => {
  const rows = numberedRows('packages/waraq/SPEC.md', /^([A-D]\d+): /)

  it('has every fault once', () => {
    const numbers = rows.map(([number]) => number)
    const count = (letter: string) => numbers.filter((number) => number.startsWith(letter)).length
    expect(new Set(numbers).size).toBe(numbers.length)
    expect([count('A'), count('B'), count('C'), count('D')]).toEqual([21, 14, 23, 5])
  })
  it.each(rows)('%s: the tests that hold it are there', (_, held) => expectNamed(held))
})

describe('the promises of packages/waraq/SPEC.md', () => {
  const files = ['packages', 'test'].flatMap(testsOf)
  const folders = readdirSync(join(root, 'test'))
  const filesNamed = (name: string) =>
    files.filter((path) => basename(path).replace(/(\.\w+)?\.test\.ts$/, '') === name)
  const promises = tableRows('packages/waraq/SPEC.md').filter(
    (cells, index, all) => cells.length === 3 && all.slice(0, index).some(([first]) => first === 'promise'),
  )

  it('has a table of promises', () => expect(promises.length).toBeGreaterThan(20))
  it.each(promises.map((cells) => [cells[0]!, cells[2]!]))(
    '%s: the tests that hold it are there',
    (_, held) => {
      const named = [...held.matchAll(/`([^`]+)`(?: \(([^)]+)\))?/g)]
      for (const [, name, title] of named) {
        const found = filesNamed(name!)
        expect([name, found.length > 0]).toEqual([name, true])
        if (title !== undefined) expect(found.some((path) => read(path).includes(title))).toBe(true)
      }
      const words = held.match(/simulation|crash|hostile|journey/g) ?? []
      for (const word of words) expect(folders.some((folder) => folder.startsWith(word))).toBe(true)
      expect(named.length + words.length).toBeGreaterThan(0)
    },
  )
})
