import fc from 'fast-check'

/**
 * A small language in which the tests say what the document says, without looking at the schemas: which values a shape
 * takes, and each rule broken once, with the way to the field that is then wrong.
 */
export interface Description {
  readonly valid: fc.Arbitrary<unknown>
  readonly breaks: readonly Break[]
}

/** One rule, and values that break it and nothing else. */
export interface Break {
  readonly rule: string
  readonly broken: fc.Arbitrary<Broken>
}

export interface Broken {
  readonly value: unknown
  readonly path: readonly PropertyKey[]
}

/** The same values on each run; another number tries others. */
export const shapesSeed = Number(process.env['WARAQ_SHAPES_SEED'] ?? 1)

type Fields = Readonly<Record<string, Description>>

/** A rule that is broken by each of these values. */
export const breaking = (rule: string, ...values: readonly unknown[]): Break => ({
  rule,
  broken: fc.constantFrom(...values).map((value) => ({ value, path: [] })),
})

/** A rule between fields, broken by a whole object; `field` is the field that has no place in it. */
export const mistaken = (rule: string, field: string, ...values: readonly object[]): Break => ({
  rule: `${field}: ${rule}`,
  broken: fc.constantFrom(...values).map((value) => ({ value, path: [field] })),
})

const plain = (valid: fc.Arbitrary<unknown>, ...breaks: readonly Break[]): Description => ({ valid, breaks })
const noText = breaking('text', 1, 0, true, [], {}, ['a'])

// Texts
export const text = plain(fc.string(), noText)
/** Text of a form, with examples that miss it. */
export const form = (valid: fc.Arbitrary<string>, ...bad: readonly string[]): Description =>
  plain(valid, noText, breaking('form', ...bad))
export const textOfLength = (least: number, most?: number): Description => {
  const short = Array.from({ length: Math.min(least, 3) }, (_, less) => 'a'.repeat(least - 1 - less))
  const random = fc.string({ minLength: least, maxLength: Math.min(most ?? Infinity, least + 20) })
  return plain(
    fc.oneof(random, fc.constantFrom('a'.repeat(least), 'é'.repeat(most ?? least + 20_000))),
    noText,
    ...(least > 0 ? [breaking('at least', ...short)] : []),
    ...(most === undefined ? [] : [breaking('at most', 'a'.repeat(most + 1), 'é'.repeat(most + 100))]),
  )
}
export const words = (...vocabulary: readonly string[]): Description =>
  plain(
    fc.constantFrom(...vocabulary),
    noText,
    breaking('vocabulary', '', 'no such word', `${vocabulary[0]} `, `${vocabulary[0]}s`),
  )

/** A word of an answer: one of these, or a word that was added later. */
export const openWords = (...vocabulary: readonly string[]): Description =>
  plain(fc.oneof(fc.constantFrom(...vocabulary), fc.string()), noText)

const two = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((value) => String(value).padStart(2, '0'))
const year = fc.integer({ min: 1000, max: 9999 }).map(String)
const dayText = fc.tuple(year, two(1, 12), two(1, 28)).map(([year, month, day]) => `${year}-${month}-${day}`)
export const day = form(dayText, '', 'today', '2026-8-1', '2026-13-01', '2026-02-30', '2026-08-01T00:00:00Z')
const zone = fc.oneof(
  fc.constant('Z'),
  fc.tuple(fc.constantFrom('+', '-'), two(0, 13), two(0, 59)).map(([sign, h, m]) => `${sign}${h}:${m}`),
)
const fraction = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 0, max: 999 }).map((ms) => `.${String(ms).padStart(3, '0')}`),
)
/** Days, hours and so on of all kinds, in the zones and with the fractions of seconds that ISO 8601 has. */
export const time = form(
  fc
    .tuple(dayText, two(0, 23), two(0, 59), two(0, 59), fraction, zone)
    .map(
      ([date, hour, minute, second, part, offset]) => `${date}T${hour}:${minute}:${second}${part}${offset}`,
    ),
  '',
  'today',
  '2026-08-01',
  '2026-13-01T10:00:00Z',
  '2026-08-01T25:00:00Z',
  'on 2026-08-01T10:00:00Z',
)

const place = fc.integer({ min: 1, max: 286 })
const key = fc.tuple(fc.integer({ min: 1, max: 114 }), place).map(([chapter, verse]) => `${chapter}:${verse}`)
export const verseKey = form(key, '', '26', '26:', '0:1', '26:0', '26-153', ' 26:153', '26:153\n')
export const verseRange = form(
  fc.tuple(key, key).map(([from, to]) => `${from}-${to}`),
  '',
  '2:255',
  '2:255-',
  '2:255-257',
  '2:255:2:257',
  '0:1-1:1',
  '1:1-1:7,2:1-2:5',
  ' 1:1-1:7',
  '1:1-1:7\n',
)
export const verseRanges = form(
  fc.array(verseRange.valid, { minLength: 1, maxLength: 4 }).map((ranges) => ranges.map(String).join(',')),
  '',
  '2:255',
  '1:1-1:7,',
  ',1:1-1:7',
  '1:1-1:7, 2:1-2:5',
  '1:1-1:7;2:1-2:5',
)

// Numbers and flags
const noNumber = breaking('number', '1', '', true, [], {}, [1], NaN, Infinity, -Infinity)
interface Limits {
  readonly least?: number
  readonly most?: number
}
const outside = ({ least, most }: Limits, step: number) => [
  ...(least === undefined ? [] : [breaking('at least', least - step, least - 100)]),
  ...(most === undefined ? [] : [breaking('at most', most + step, most + 100)]),
]
export const number = (limits: Limits = {}): Description => {
  const { least, most } = limits
  const range = {
    noNaN: true,
    ...(least !== undefined && { min: least }),
    ...(most !== undefined && { max: most }),
  }
  return plain(fc.double({ noDefaultInfinity: true, ...range }), noNumber, ...outside(limits, 0.5))
}
export const integer = (limits: Limits = {}): Description =>
  plain(
    fc.oneof(
      fc.integer({ min: limits.least ?? -(2 ** 31), max: limits.most ?? 2 ** 31 - 1 }),
      fc.maxSafeInteger().filter((n) => n >= (limits.least ?? -Infinity) && n <= (limits.most ?? Infinity)),
    ),
    noNumber,
    breaking('whole', 1.5),
    ...outside(limits, 1),
  )
/** Integers without limits: also the greatest that JavaScript can tell apart. */
export const anyInteger = plain(fc.maxSafeInteger(), noNumber, breaking('whole', 1.5, 2 ** 53))
export const oneOfNumbers = (...vocabulary: readonly number[]): Description =>
  plain(fc.constantFrom(...vocabulary), breaking('vocabulary', 99, -1, 1.1, String(vocabulary[0]), true))
/** A number that stands for something: one of these, or a number that was added later. */
export const openNumbers = (...vocabulary: readonly number[]): Description =>
  plain(fc.oneof(fc.constantFrom(...vocabulary), fc.integer()), noNumber)
export const flag = plain(fc.boolean(), breaking('flag', 'true', '', 0, 1, {}, []))
const mushafIds = [1, 2, 3, 4, 5, 6, 7, 11, 19]
export const mushafId = oneOfNumbers(...mushafIds)
export const anyMushafId = openNumbers(...mushafIds)

// What is made of others
/** Takes null, too. */
export const nullable = (inner: Description): Description & { readonly takesNull: true } => ({
  valid: fc.oneof(fc.constant(null), inner.valid),
  breaks: inner.breaks,
  takesNull: true,
})
const takesNull = (description: Description) => 'takesNull' in description

/** Any value but none: its form is not documented. */
export const anything = nullable(plain(fc.jsonValue()))

export const listOf = (item: Description, least = 0): Description => {
  const items = fc.array(item.valid, { minLength: least, maxLength: 4 })
  const inItem = (rule: string, bad: fc.Arbitrary<Broken>): Break => ({
    rule: `[]: ${rule}`,
    broken: fc
      .tuple(items, bad)
      .map(([before, { value, path }]) => ({ value: [...before, value], path: [before.length, ...path] })),
  })
  return plain(
    items,
    breaking('list', {}, '[]', 1, true),
    ...(least > 0 ? [breaking('at least', [])] : []),
    ...(takesNull(item) ? [] : [inItem('null', fc.constant({ value: null, path: [] }))]),
    ...item.breaks.map(({ rule, broken }) => inItem(rule, broken)),
  )
}

const nameOf = (field: string) => field.replace(/\?$/, '')
const without = (value: object, name: string) =>
  Object.fromEntries(Object.entries(value).filter(([field]) => field !== name))

function validObject(fields: Fields, more?: fc.Arbitrary<object>): fc.Arbitrary<object> {
  const names = Object.keys(fields)
  const known = fc.record(Object.fromEntries(names.map((field) => [nameOf(field), fields[field]!.valid])), {
    requiredKeys: names.filter((field) => !field.endsWith('?')),
  }) as fc.Arbitrary<object>
  return more ? fc.tuple(more, known).map(([other, own]) => ({ ...other, ...own })) : known
}

/** A few of the valid objects. What is broken in them varies; that they are all different matters less than time. */
const fewOf = (whole: fc.Arbitrary<object>) =>
  fc.constantFrom(...fc.sample(whole, { numRuns: 8, seed: shapesSeed }))

function fieldBreaks(fields: Fields, valid: fc.Arbitrary<object>): Break[] {
  const whole = fewOf(valid)
  return Object.entries(fields).flatMap(([field, description]) => {
    const name = nameOf(field)
    const inField = ({ rule, broken }: Break): Break => ({
      rule: `${name}: ${rule}`,
      broken: fc
        .tuple(whole, broken)
        .map(([object, { value, path }]) => ({ value: { ...object, [name]: value }, path: [name, ...path] })),
    })
    const missing: Break = {
      rule: `${name}: missing`,
      broken: whole.map((object) => ({ value: without(object, name), path: [name] })),
    }
    return [
      ...(field.endsWith('?') ? [] : [missing]),
      ...(takesNull(description) ? [] : [inField(breaking('null', null))]),
      ...description.breaks.map(inField),
    ]
  })
}

const noObject = breaking('object', '{}', '', 1, true, [], [{}])
const added = fc.record({ addedSince: fc.jsonValue(), AddedToo: fc.constant(1) }, { requiredKeys: [] })

/** An object of these fields, `name?` for those that may be absent. Fields that are not documented pass. */
export const object = (fields: Fields): Description =>
  plain(validObject(fields, added), noObject, ...fieldBreaks(fields, validObject(fields)))

/** An object of these fields and no others. */
export const closed = (fields: Fields): Description => {
  const whole = validObject(fields)
  const other: Break = {
    rule: 'no other field',
    broken: fc
      .tuple(whole, fc.constantFrom('other', 'ID', 'constructor'))
      .map(([value, name]) => ({ value: { ...value, [name]: null }, path: [name] })),
  }
  return plain(whole, noObject, other, ...fieldBreaks(fields, whole))
}

/** An object from texts to one kind of value. */
export const mapOf = (item: Description): Description =>
  plain(
    fc.dictionary(
      fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
      item.valid,
    ),
    noObject,
    ...item.breaks.map(({ rule, broken }): Break => ({
      rule: `[key]: ${rule}`,
      broken: broken.map(({ value, path }) => ({ value: { some: value }, path: ['some', ...path] })),
    })),
  )

/** One of several forms; the rules of each hold where its other fields say that it is meant. */
export const eitherOf = (...forms: readonly Description[]): Description => ({
  valid: fc.oneof(...forms.map(({ valid }) => valid)),
  breaks: forms.flatMap(({ breaks }) => breaks),
})

/** With rules that the fields by themselves do not tell. */
export const andBreaks = ({ valid, breaks }: Description, ...more: readonly Break[]): Description => ({
  valid,
  breaks: [...breaks, ...more],
})

/** Values only: what breaks them is told elsewhere. */
export const onlyValid = ({ valid }: Description): Description => plain(valid)

/** A shape inside another one: its own test breaks all its rules, here two are enough to show that they hold. */
export const inside = (description: Description): Description => ({
  ...description,
  breaks: [description.breaks[0]!, description.breaks.at(-1)!],
})
