import { runs } from '@waraq/test-support/runs'
import { describe, expect, it } from 'vitest'
import { fc } from '../schedule/support.test-support.ts'
import { RecordSplitter, UnsplittableError } from './record-splitter.ts'

const encoder = new TextEncoder()

/** The splitter's result for a text that comes in these pieces: the document put together again, or 'refused'. */
function split(
  pieces: readonly Uint8Array[],
  batchSize = 20,
): { document: unknown; batches: number } | 'refused' {
  const splitter = new RecordSplitter(batchSize)
  try {
    const batches = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.finish()]
    const document: unknown = JSON.parse(splitter.rest)
    if (splitter.before === undefined) return { document, batches: 0 }
    return { document: { ...(document as object), records: batches.flat() }, batches: batches.length }
  } catch (error) {
    if (error instanceof UnsplittableError || error instanceof SyntaxError) return 'refused'
    throw error
  }
}

/** As a browser reads a body: without the byte order mark before it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(encoder.encode(text)))
  } catch {
    return 'refused'
  }
}

/** The bytes of the text, cut at these places, even inside a character. */
function cut(text: string, places: readonly number[]): Uint8Array[] {
  const bytes = encoder.encode(text)
  const at = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return [...at, bytes.length].map((end, index) => bytes.subarray(index === 0 ? 0 : at[index - 1], end))
}

function oneByOne(text: string): Uint8Array[] {
  return cut(text, [...encoder.encode(text).keys()])
}

const json = fc.jsonValue({ maxDepth: 4 })
const name = fc.oneof(fc.constant('records'), fc.constant('records"\\'), fc.string())
const blank = fc.constantFrom('', ' ', '\n\t ')
const snapshots = fc
  .tuple(
    fc.array(fc.tuple(name, json), { maxLength: 3 }),
    fc.array(json),
    fc.array(fc.tuple(name, json), { maxLength: 3 }),
    blank,
  )
  .map(([before, records, after, space]) => {
    const others = (fields: readonly (readonly [string, unknown])[]) =>
      fields.filter(([field]) => field !== 'records')
    const field = ([key, value]: readonly [string, unknown]) =>
      `${JSON.stringify(key)}${space}:${JSON.stringify(value)}`
    const list = `"records":${space}[${records.map((record) => JSON.stringify(record)).join(`${space},`)}${space}]`
    return `{${space}${[...others(before).map(field), list, ...others(after).map(field)].join(`,${space}`)}}${space}`
  })
const places = fc.array(fc.nat(), { maxLength: 12 })

describe('a snapshot that comes in pieces', () => {
  it('is the document that parsing it at once gives, record by record', () => {
    fc.assert(
      fc.property(snapshots, places, fc.integer({ min: 1, max: 60 }), (text, cuts, batchSize) => {
        const whole = JSON.parse(text) as { records: unknown[] }
        const came = split(cut(text, cuts), batchSize)
        if (came === 'refused') throw new Error('refused')
        expect(came.document).toEqual(whole)
      }),
      { numRuns: runs(2_000), seed: 20_260_801 },
    )
  })

  it('that lost, won or changed characters is refused where parsing it at once would be', () => {
    const letters = fc.constantFrom(
      '',
      '"',
      '\\',
      ',',
      ':',
      '[',
      ']',
      '{',
      '}',
      ' ',
      '1',
      'records',
      ',"records":[',
      '\ufeff',
    )
    let accepted = 0
    fc.assert(
      fc.property(snapshots, places, fc.nat(), fc.nat(3), letters, (text, cuts, place, gone, letter) => {
        const at = place % (text.length + 1)
        const broken = text.slice(0, at) + letter + text.slice(at + gone)
        const came = split(cut(broken, cuts))
        const whole = parsed(broken)
        if (came === 'refused') {
          // The one document that is refused although it is JSON has two lists of records.
          if (whole !== 'refused') expect(broken.split('"records"').length).toBeGreaterThan(2)
          return
        }
        accepted++
        expect(came.document).toEqual(whole)
      }),
      { numRuns: runs(6_000), seed: 20_260_802 },
    )
    expect(accepted).toBeGreaterThan(runs(6_000) / 12)
  })

  it('goes letter by letter, too', () => {
    const text = '{"a":"\\"records\\":[","\\u0072ecords":[{"b":"]}\\\\"},"\\"",[[]],1] ,"c":{"records":[2]}}'
    const came = split(oneByOne(text), 1)
    expect(came).toEqual({
      document: { a: '"records":[', records: [{ b: ']}\\' }, '"', [[]], 1], c: { records: [2] } },
      batches: 4,
    })
  })
})

describe('refused is', () => {
  it.each([
    ['a second list', '{"records":[1],"records":[2]}'],
    ['a comma with nothing after it', '{"records":[1,]}'],
    ['the same, where the batch before it was handed out', `{"records":["${'x'.repeat(30)}", \n]}`],
    ['a bracket too many', '{"records":[1]}]'],
    ['a document that does not end', '{"records":[1]'],
    ['a string that does not end', '{"records":["1]}'],
    ['a record that closes more than it opened', '{"records":[1}}]'],
    ['nothing at all', ''],
  ])('%s', (_, text) => {
    expect(split(cut(text, []))).toBe('refused')
    expect(split(oneByOne(text))).toBe('refused')
  })
})
