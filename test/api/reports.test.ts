import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { apiReports } from './reports.mjs'

let packages: string
beforeEach(() => {
  packages = mkdtempSync(join(tmpdir(), 'waraq-api-'))
  write('package.json', JSON.stringify({ name: '@waraq/sample', type: 'module', exports }))
  write('dist/index.d.ts', `export { open, Kept as Handle } from './open.js'`)
  write('dist/open.d.ts', sources.open)
  write('dist/options.d.ts', sources.options)
  write('dist/start.d.ts', 'export {}')
})
afterEach(() => rmSync(packages, { recursive: true, force: true }))

const exports = {
  '.': { types: './dist/index.d.ts', default: './dist/index.js' },
  './start': { types: './dist/start.d.ts', default: './dist/start.js' },
  './start.bundle.js': { types: './dist/start.d.ts', default: './dist/start.bundle.js' },
}
const sources = {
  open: `import type { Options } from './options.js'
/** Opens it. */
export declare function open(name: string, options?: Options): Kept
export declare class Kept {
  #private
  private look
  /** Ends it. */
  close(): Promise<void>
}
export declare function unused(): void
`,
  options: `type Mode = 'one' | 'other'
export interface Options { readonly mode?: Mode }
export interface Unreached { readonly other: string }
`,
}

function write(path: string, text: string): void {
  const file = join(packages, 'sample', path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
}

const report = () => apiReports(packages).get(join(packages, 'sample/API.md')) ?? ''

it('has the names that each entry point gives, and what these lead to, without comments and what is private', () => {
  expect(
    report()
      .split('\n')
      .filter((line) => line !== ''),
  ).toEqual([
    '# API of @waraq/sample',
    'Written by `pnpm api --write`.',
    '## @waraq/sample',
    '```ts',
    'class Kept {',
    '    close(): Promise<void>;',
    '}',
    'export { Kept as Handle }',
    'function open(name: string, options?: Options): Kept;',
    '```',
    '## @waraq/sample/start',
    'Exports nothing: import it for its effect.',
    '## Types that these lead to',
    '```ts',
    "type Mode = 'one' | 'other';",
    'interface Options {',
    '    readonly mode?: Mode;',
    '}',
    '```',
  ])
})
it('has a declaration once, where several entry points give it', () => {
  write(
    'dist/start.d.ts',
    `export { open, Kept as Handle } from './open.js'; export type { Options } from './options.js'`,
  )
  expect(report().match(/^function open\(|^interface Options|^class Kept/gm)).toHaveLength(3)
  expect(report()).toContain('export { open } // of @waraq/sample\n')
  expect(report()).toContain('export { Kept as Handle } // of @waraq/sample\n')
})
it('is one for each package', () => {
  expect([...apiReports(packages).keys()]).toEqual([join(packages, 'sample/API.md')])
})
it.each([
  ['a name that goes', 'index', `export { open } from './open.js'`],
  ['an argument', 'open', sources.open.replace('options?: Options', 'options: Options')],
  ['a type that no entry point names', 'options', sources.options.replace("'other'", "'third'")],
])('is another one after a change of %s', (_, file, text) => {
  const before = report()
  write(`dist/${file}.d.ts`, text)
  expect(report()).not.toBe(before)
})
it.each([
  ['a comment', 'open', sources.open.replace('Opens it', 'Opens what is there')],
  ['what is private', 'open', sources.open.replace('private look', 'private seek')],
  ['what a caller never gets', 'options', sources.options.replace('other: string', 'other: number')],
])('is the same after a change of %s', (_, file, text) => {
  const before = report()
  write(`dist/${file}.d.ts`, text)
  expect(report()).toBe(before)
})
it.each([
  ['a union', `'one' | 'two'`, `'two' | 'one'`],
  ['the values of an enumeration', `Enum<{ one: 'one'; two: 'two' }>`, `Enum<{ two: 'two'; one: 'one' }>`],
])('is the same in whichever order the compiler wrote %s', (_, first, second) => {
  const declared = (type: string) => `interface Enum<T> { readonly of: T }\nexport declare const it: ${type}`
  write('dist/index.d.ts', declared(first))
  const before = report()
  write('dist/index.d.ts', declared(second))
  expect(report()).toBe(before)
})
it('a long table is told by its digest, which another table does not have', () => {
  const table = (value: string) =>
    `export declare const table: { ${Array.from({ length: 300 }, (_, n) => `readonly key${n}: '${value}'`).join('; ')} }`
  write('dist/index.d.ts', table('one'))
  const before = report()
  expect(before).toMatch(/^const table \/\/ \d+ characters with the digest [\da-f]{16}$/m)
  write('dist/index.d.ts', table('two'))
  expect(report()).not.toBe(before)
})
it('packages that were not built are named', () => {
  rmSync(join(packages, 'sample/dist'), { recursive: true })
  expect(() => apiReports(packages)).toThrow('pnpm build:packages')
})
