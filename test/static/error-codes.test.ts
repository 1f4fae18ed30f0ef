import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { restoredError } from '@waraq/protocol'
import { describe, expect, it } from 'vitest'
import { answerTo } from '../../packages/waraq/src/sync/errors/error-meanings.ts'
import { codesMade, codesPromised, codesUsed, errorRows, listedCodes } from './error-codes.ts'
import { filesBelow, root, sourcesOf } from './sources.ts'

/** The list of error codes, the sources that make errors, and the documents that explain them say the same. */

const listed = listedCodes()
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const own = /packages\/(protocol|waraq|relay|cli)\/src\//
const sources = sourcesOf('packages').filter(
  (path) => own.test(path) && !/error-(codes|meanings)\.ts$|protocol\/src\/vocabulary/.test(path),
)
const protocol = 'packages/waraq/src/sync/PROTOCOL.md'
const documents = filesBelow('packages').filter((path) => path.endsWith('.md') && path !== protocol)
const rows = documents.flatMap((document) => errorRows(document).map((row) => ({ document, ...row })))

describe('each code of the list', () => {
  const made = new Set(sources.flatMap((path) => codesMade(read(path))))
  const explained = new Set(rows.flatMap(({ codes }) => codes))

  it('stands in it', () => expect(listed.size).toBeGreaterThan(70))
  it.each([...listed.keys()])('%s is made somewhere, and explained in a table of errors', (code) => {
    expect({ made: made.has(code), explained: explained.has(code) }).toEqual({ made: true, explained: true })
  })
})

describe('codes that the list lacks', () => {
  it.each(sources)('%s has none', (path) => {
    const text = read(path)
    const used = /WaraqError|errorCode/.test(text) ? codesUsed(text) : []
    expect([...used, ...codesPromised(text)].filter((code) => !listed.has(code))).toEqual([])
  })
  it('documents have none either', () => {
    const unknown = rows.flatMap(({ document, codes }) =>
      codes.filter((code) => !listed.has(code)).map((code) => `${document}: ${code}`),
    )
    expect(unknown).toEqual([])
  })
})

it('documents say of each code what the list says: whether a repeat may help', () => {
  const begins = { passing: /^yes/, lasting: /^no/, varying: /./ }
  const wrong = rows.flatMap(({ document, codes, retryable }) =>
    codes
      .filter((code) => retryable !== undefined && !begins[listed.get(code) ?? 'varying'].test(retryable))
      .map((code) => `${document}: ${code} ${retryable}`),
  )
  expect(wrong).toEqual([])
})

it('PROTOCOL.md has the codes together that a run answers in one way', () => {
  const answersOf = (codes: readonly string[]) =>
    codes.map((code) => {
      const retryable = listed.get(code) !== 'lasting'
      return answerTo(restoredError({ code, message: '', retryable }))
    })
  const table = errorRows(protocol)
  expect(table.length).toBeGreaterThan(8)
  for (const { codes } of table) expect([codes, new Set(answersOf(codes)).size]).toEqual([codes, 1])
  const reported = new Set(table.flatMap(({ codes }) => codes))
  const special = [...listed.keys()].filter(
    (code) => !reported.has(code) && !['defer', 'fail'].includes(answersOf([code])[0]!),
  )
  expect(special).toEqual([])
})

it('knows codes from other words', () => {
  const source = `
    /** @throws {WaraqError} \`feed_loop\`,
     *  \`of_nothing\` */
    throw new WaraqError({ code: full ? 'quota_exceeded' : 'storage_failed', details: { reason: 'other' } })
    if (typeof error.code === 'string') return
    if (error.code === 'mistyped' || error.name === 'AbortError') fail('network')
  `
  expect(codesUsed(source)).toEqual(['quota_exceeded', 'storage_failed', 'mistyped'])
  expect(codesMade(source)).toEqual(['quota_exceeded', 'storage_failed', 'network'])
  expect(codesPromised(source)).toEqual(['feed_loop'])
})
