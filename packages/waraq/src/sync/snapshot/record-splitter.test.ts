import { runs } from '@waraq/test-support/runs'
import { describe, expect, it } from 'vitest'
import { fc } from '../schedule/support.test-support.ts'
import { RecordSplitter, SwollenError, UnsplittableError, type SnapshotLimits } from './record-splitter.ts'

const encoder = new TextEncoder()

/** The splitter's result for a text that comes in these pieces: the document put together again, and how many records each batch has; or 'refused', and why. */
function split(
  pieces: readonly Uint8Array[],
  batchSize = 20,
  limits?: SnapshotLimits,
): { document: unknown; batches: number[] } | 'refused' | `more than ${string}` {
  const splitter = new RecordSplitter(batchSize, { limits })
  try {
    const batches = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.finish()]
    const document: unknown = JSON.parse(splitter.rest)
    if (splitter.before === undefined) return { document, batches: [] }
    return {
      document: { ...(document as object), records: batches.flat() },
      batches: batches.map(({ length }) => length),
    }
  } catch (error) {
    if (error instanceof SwollenError) return error.message as `more than ${string}`
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
        expect(came).toMatchObject({ document: whole })
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
        expect(came).toMatchObject({ document: whole })
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
      batches: [1, 1, 1, 1],
    })
  })

  it('is cut into batches that grow from the first one to the usual one, wherever the pieces end', () => {
    const records = Array.from({ length: 60 }, (_, id) => ({ id: 100 + id }))
    const bytes = encoder.encode(JSON.stringify({ records }))
    const batchesOf = (pieces: readonly Uint8Array[]) => {
      const splitter = new RecordSplitter(80, { firstBatch: 20 })
      const batches = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.finish()]
      expect(batches.flat()).toEqual(records)
      return batches.map(({ length }) => length)
    }
    const sizes = batchesOf([bytes])
    expect(sizes.slice(0, 4)).toEqual([2, 4, 8, 8])
    expect(batchesOf([bytes.subarray(0, 30), bytes.subarray(30, 31), bytes.subarray(31)])).toEqual(sizes)
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

describe('beyond the limits', () => {
  const limits: SnapshotLimits = { record: 150, gap: 40, around: 60, records: 8 }
  const blank = (count: number) => ' \n\t\r'.repeat(count).slice(0, count)
  const list = (text: string) => `{"records":[${text}]}`
  const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`

  it.each<[name: string, limit: keyof SnapshotLimits, most: number, of: (count: number) => string]>([
    ['a text as a record', 'record', 150, (count) => list(text(count))],
    ['a text in a record', 'record', 150, (count) => list(`{"a":${text(count - 6)}}`)],
    ['a text with escapes', 'record', 150, (count) => list(`1,{"a":${text(count - 8).slice(0, -1)}\\""},1`)],
    ['a key', 'record', 150, (count) => list(`{${text(count - 4)}:1}`)],
    ['a number', 'record', 150, (count) => list(`1,${'7'.repeat(count)} ,2`)],
    [
      'lists in each other',
      'record',
      150,
      (count) => list('['.repeat(70) + '1'.repeat(count - 140) + ']'.repeat(70)),
    ],
    ['white space in a record', 'record', 150, (count) => list(`{"a":1},{${blank(count - 7)}"a":1}`)],
    [
      'empty objects in a record',
      'record',
      150,
      (count) => list(`[${'{},'.repeat(40)}${'1'.repeat(count - 122)}]`),
    ],
    ['white space before the first record', 'gap', 40, (count) => list(`${blank(count)}{"a":1}`)],
    ['white space after the last record', 'gap', 40, (count) => list(`{"a":1}${blank(count)}`)],
    ['white space before a comma', 'gap', 40, (count) => list(`"a"${blank(count)},${text(50)}`)],
    ['white space after a comma', 'gap', 40, (count) => list(`${text(50)},${blank(count)}"a"`)],
    [
      'white space among records that are alike',
      'gap',
      40,
      (count) => list(`{"a":1},{"a":2}${blank(count)},{"a":${text(100)}},{"a":4},{"a":5}`),
    ],
    ['a list without records', 'gap', 40, (count) => list(blank(count))],
    ['white space before the list', 'around', 60, (count) => `{${blank(count - 12)}"records":[1]}`],
    ['a text before the list', 'around', 60, (count) => `{"a":${text(count - 17)},"records":[1]}`],
    ['white space after the list', 'around', 60, (count) => `{"records":[1]${blank(count - 2)}}`],
    ['white space after the document', 'around', 60, (count) => `{"records":[1]}${blank(count - 2)}`],
    ['a text after the list', 'around', 60, (count) => `{"records":[1],"a":${text(count - 7)}}`],
    ['a document without a list', 'around', 60, (count) => `{"a":${text(count - 6)}}`],
    ['records', 'records', 8, (count) => list('{},'.repeat(count).slice(0, -1))],
    ['records that are alike', 'records', 8, (count) => list('{"a":1},'.repeat(count).slice(0, -1))],
  ])('%s', (_, limit, most, of) => {
    for (const batchSize of [1, 7, 40]) {
      for (const pieces of [cut(of(most), []), oneByOne(of(most)), cut(of(most), [9, 50, 51])])
        expect([batchSize, split(pieces, batchSize, limits)]).not.toEqual([batchSize, expect.any(String)])
      for (const pieces of [cut(of(most + 1), []), oneByOne(of(most + 1)), cut(of(most + 1), [9, 50, 51])])
        expect(split(pieces, batchSize, limits)).toMatch(`more than ${limits[limit]}`)
    }
  })

  it('more white space between records than of anything else', () => {
    // Each of these gaps is allowed.
    const records = Array.from({ length: 7 }, () => `{}${blank(39)}`).join(',')
    expect(split(cut(list(records), []), 7, limits)).toBe('more than 60 bytes around its records')
  })

  it('that a document goes beyond twice: the first one is named, wherever the pieces end', () => {
    const twice = list(`${text(151)}${blank(41)}`)
    for (const pieces of [cut(twice, []), oneByOne(twice), cut(twice, [180])])
      expect(split(pieces, 1, limits)).toBe('more than 150 bytes of one record')
  })

  it('are refused as they come', () => {
    for (const [begin, piece] of [
      ['', ' '],
      ['{"records":[', ' '],
      ['{"records":["', 'x'],
      ['{"records":[', '['],
      ['{"records":[1]', ' '],
    ] as const) {
      const splitter = new RecordSplitter(7, { limits })
      splitter.push(encoder.encode(begin))
      let count = 0
      const swell = () => {
        for (; count < 1_000; count++) splitter.push(encoder.encode(piece))
      }
      expect(swell).toThrow(SwollenError)
      expect(count).toBeLessThanOrEqual(Math.max(...Object.values(limits)))
    }
  })

  it('are the same wherever the pieces end', () => {
    const gap = fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, fc.integer({ min: 0, max: 50 })).map(blank)
    const record = fc.oneof(
      { weight: 3, arbitrary: fc.constant('{"id":1}') },
      fc.integer({ min: 2, max: 170 }).map(text),
      fc.integer({ min: 1, max: 20 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
    )
    const records = fc.array(fc.tuple(gap, record, gap), { maxLength: 10 })
    const documents = fc.tuple(gap, gap, gap, records, gap, gap)
    const seen = new Set<unknown>()
    fc.assert(
      fc.property(documents, places, fc.integer({ min: 1, max: 50 }), (parts, cuts, batchSize) => {
        const [a, b, c, inside, d, e] = parts
        const whole = `${a}{${b}"records":${c}[${inside.map((each) => each.join('')).join(',')}]${d}}${e}`
        const came = split(cut(whole, cuts), batchSize, limits)
        expect(came).toEqual(split(cut(whole, []), batchSize, limits))
        const gaps = inside.flatMap(([before, , after]) => [before.length, after.length])
        const beyond = {
          record: inside.some(([, each]) => each.length > limits.record),
          gap: Math.max(0, ...gaps) > limits.gap,
          around:
            a.length + b.length + c.length + 12 > limits.around || d.length + e.length + 2 > limits.around,
          records: inside.length > limits.records,
        }
        const sum = gaps.reduce((sofar, each) => sofar + each, 0)
        if (Object.values(beyond).includes(true)) expect(came).toEqual(expect.any(String))
        else if (sum < limits.around) expect(came).toMatchObject({ document: JSON.parse(whole) as object })
        seen.add(typeof came === 'string' ? came : 'accepted')
      }),
      { numRuns: runs(3_000), seed: 20_260_803 },
    )
    expect(seen.size).toBe(5)
  })
})
