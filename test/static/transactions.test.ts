import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { inspectTransactions } from './transactions.ts'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')

/** The options that the packages are compiled with. */
function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile)
  return ts.parseJsonConfigFileContent(config, ts.sys, root).options
}

describe('inside a transaction, the engine', () => {
  it('awaits the database only, and catches nothing', () => {
    const { transactions, problems } = inspectTransactions(
      join(root, 'packages/waraq/src'),
      compilerOptions(),
      ['background', 'files', 'store', 'sync', 'worker'],
    )
    expect(transactions.length).toBeGreaterThan(15)
    expect(problems).toEqual([])
  })
  it('is async, and so is what a person keeps', () => {
    const { transactions, problems } = inspectTransactions(
      join(root, 'packages/waraq/src'),
      compilerOptions(),
      ['user', 'search', 'quran'],
    )
    expect(transactions.length).toBeGreaterThan(15)
    expect(problems.filter(({ what }) => what.startsWith('is not async'))).toEqual([])
  })
})

describe('the rule itself', () => {
  const declarations = `
    interface PromiseExtended { catch(f: unknown): PromiseExtended }
    interface Table {
      get(key: number): PromiseExtended
      bulkPut(rows: unknown): PromiseExtended
      where(field: string): { between(a: number, b: number): { delete(): PromiseExtended } }
    }
    declare const db: { a: Table, table(name: string): Table, transaction(...of: unknown[]): unknown }
    declare const writer: { write(tables: string[], work: () => unknown): unknown }
  `

  /** The findings in one source. */
  function found(source: string): string[] {
    const folder = mkdtempSync(join(tmpdir(), 'waraq-static-'))
    try {
      writeFileSync(join(folder, 'source.ts'), `${declarations}\n${source}`)
      return inspectTransactions(folder, { noLib: true, types: [] }).problems.map(
        ({ what }) => what.split(':')[0]!,
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  const inside = (body: string) => found(`writer.write(['a'], async () => { ${body} })`)

  it.each([
    ['a fetch', 'await fetch(url)'],
    ['a sleep', 'await clock.sleep(1)'],
    ['a digest', "const hash = await crypto.subtle.digest('SHA-256', bytes)"],
    ['a call to the page', 'await port.ask()'],
    ['a promise from elsewhere', 'await ready'],
    ['one of several', 'await Promise.all([db.a.get(1), fetch(url)])'],
    ['one of several that are spread', 'await Promise.all([db.a.get(1), ...urls.map((url) => fetch(url))])'],
    ['several of unknown kind', 'await Promise.all(promises)'],
    ['a stream', 'for await (const chunk of body) rows.push(chunk)'],
  ])('finds %s', (_, body) => expect(inside(body)).toEqual(['awaits something else']))

  it('finds it behind functions and methods', () => {
    const source = `async function read() { await other.read() }
      class Other { async read() { await fetch('x') } }
      const other = new Other()
      db.transaction('rw', db.a, async () => { await read() })`
    expect(found(source)).toEqual(['awaits something else'])
  })
  it('finds errors that are caught', () => {
    expect(inside('try { await db.a.bulkPut(rows) } catch {}')).toEqual(['catches'])
    expect(inside('await db.a.bulkPut(rows).catch(() => undefined)')).toEqual(['catches'])
  })
  it('finds a callback that is not async', () => {
    expect(found("db.transaction('r', db.a, () => read(db))")).toEqual(['is not async'])
  })
  it('lets the database be asked', () => {
    expect(inside("await db.a.where('id').between(1, 2).delete()")).toEqual([])
    expect(inside('await Promise.all([db.a.get(1), db.table(name).bulkPut(rows)])')).toEqual([])
    expect(
      inside('await Promise.all([db.a.get(1), ...names.map((name) => db.table(name).bulkPut(rows))])'),
    ).toEqual([])
  })
  it('looks at nothing outside of transactions', () => {
    expect(found("await fetch('x'); await db.a.get(1)")).toEqual([])
  })
})
