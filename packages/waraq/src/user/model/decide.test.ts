import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { decide, type Decision, type Situation } from './decide.ts'
import { stretchOf, type Kind, type Value } from './entity.ts'
import type { Sent, PendingChange } from './records.ts'

const kinds = ['member', 'bookmark', 'reading', 'collection', 'note', 'setting', 'place'] as const

/** Four values that differ; of what is only there or not there is one. */
function valueOf(kind: Kind, number: number): Value {
  switch (kind) {
    case 'collection':
      return { name: `name ${number}` }
    case 'note':
      return { body: `text ${number}`, ranges: [] }
    case 'setting':
      return { value: number }
    case 'place':
      return { chapter: 1, verse: number }
    case 'reading':
      return { name: null, target: { type: 'page', key: number } }
    default:
      return true
  }
}

const isPlain = (kind: Kind) => valueOf(kind, 1) === true

/** What a person may want of a kind: what was there before, and what they want. Undefined where there is no such mutation. */
type Shape = (kind: Kind) => { readonly base: Value | null; readonly desired: Value | null } | undefined
const shapes: readonly (readonly [string, Shape])[] = [
  ['A person makes it', (kind) => ({ base: null, desired: valueOf(kind, 1) })],
  [
    'A person changes it',
    (kind) => (isPlain(kind) ? undefined : { base: valueOf(kind, 0), desired: valueOf(kind, 1) }),
  ],
  [
    'A person takes it away',
    (kind) =>
      kind === 'place' || kind === 'setting' ? undefined : { base: valueOf(kind, 0), desired: null },
  ],
]

const at = 1_000_000
interface Case {
  readonly pending?: Partial<PendingChange>
  readonly situation?: Partial<Situation>
}
interface Made {
  readonly kind: Kind
  readonly base: Value | null
  readonly desired: Value | null
}
/** Undefined where it cannot be so for this kind. */
type Row = readonly [string, (made: Made) => Case | undefined]

const sent = (desired: Value | null, more: Partial<Sent> = {}): Sent => ({
  at,
  desired,
  since: 0,
  epoch: 1,
  ...more,
})
const observed = (value: Value | null, when?: number) => ({
  value,
  id: 'id',
  ...(when !== undefined && { at: when }),
})
const other = (kind: Kind) => (isPlain(kind) ? undefined : valueOf(kind, 2))
const timed = (kind: Kind) => kind === 'collection' || kind === 'place' || kind === 'reading'

/** What the service was seen to have, for a pending change that was sent and one that was not. */
function looks(before: string, pendingOf: (made: Made) => Partial<PendingChange>): Row[] {
  const row = (name: string, situation: (made: Made) => Situation['observed'] | undefined): Row => [
    `${before}; the service has ${name}`,
    (made) => {
      const found = situation(made)
      return found && { pending: pendingOf(made), situation: { observed: found, isCertain: true } }
    },
  ]
  return [
    row('what is wanted', ({ desired }) => observed(desired)),
    row('what was there before', ({ base }) => observed(base)),
    row('something else, changed earlier', ({ kind }) =>
      other(kind) && timed(kind) ? observed(other(kind)!, at - 1) : undefined,
    ),
    row('something else, changed later', ({ kind }) =>
      other(kind) && timed(kind) ? observed(other(kind)!, at + 1) : undefined,
    ),
    row('something else, at no known time', ({ kind }) => (other(kind) ? observed(other(kind)!) : undefined)),
    row('nothing, though it was there', ({ base, desired }) =>
      base === null || desired === null ? undefined : observed(null),
    ),
  ]
}

const rows: readonly Row[] = [
  ['Blocked, whatever else', () => ({ pending: { blocked: { why: 'refused', since: 0 } } })],
  ['Written by a newer version', () => ({ pending: { format: 2 } })],
  [
    'Its collection is still to be made',
    ({ kind }) => (kind === 'member' ? { situation: { owner: 'waiting' } } : undefined),
  ],
  [
    'Its collection is gone',
    ({ kind }) => (kind === 'member' ? { situation: { owner: 'gone' } } : undefined),
  ],
  ['Not sent, and not looked for', () => ({})],
  ...looks('Not sent', () => ({})),
  ['Sent, and in doubt', ({ desired }) => ({ pending: { sent: sent(desired) } })],
  [
    'Sent, and no longer in doubt',
    ({ desired }) => ({ pending: { sent: sent(desired) }, situation: { isCertain: true } }),
  ],
  ...looks('Sent', ({ desired }) => ({ sent: sent(desired) })),
  [
    'Something else was sent before; the service has that',
    ({ kind, desired }) => {
      const former = isPlain(kind) ? (desired === null ? valueOf(kind, 1) : null) : valueOf(kind, 3)
      return {
        pending: { sent: sent(former, { at: at - 1 }) },
        situation: { isCertain: true, observed: observed(former, at + 1) },
      }
    },
  ],
  [
    'This device’s own, as it came to be what was before',
    ({ kind, base }) =>
      kind === 'place' && base !== null
        ? { pending: { baseAt: at + 1 }, situation: { observed: observed(base, at + 1) } }
        : undefined,
  ],
  [
    'Refused, and not looked for',
    ({ desired }) => ({ pending: { sent: sent(desired, { refused: 'invalid' }) } }),
  ],
  ...(['unprocessable_entity', 'not_found'] as const).flatMap((code): Row[] => [
    [
      `Refused with ${code}; the service has what was there before`,
      ({ base, desired }) => ({
        pending: { sent: sent(desired, { refused: code }) },
        situation: { observed: observed(base) },
      }),
    ],
    [
      `Refused with ${code}; the service has what is wanted`,
      ({ desired }) => ({
        pending: { sent: sent(desired, { refused: code }) },
        situation: { observed: observed(desired) },
      }),
    ],
  ]),
  [
    'An earlier mutation was refused; the service has what was there before',
    ({ base, desired }) => ({
      pending: { sent: sent(desired, { refused: 'invalid', at: at - 1 }) },
      situation: { observed: observed(base) },
    }),
  ],
]

function reported(decision: Decision): string {
  switch (decision.do) {
    case 'nothing':
      return 'nothing'
    case 'send':
      return decision.recreate ? 'make again' : 'send'
    case 'block':
      return `hold: ${decision.why}`
    default:
      return decision.do
  }
}

function decided(kind: Kind, shape: Shape, [, caseOf]: Row): string {
  const values = shape(kind)
  const found = values && caseOf({ kind, ...values })
  if (!found) return ''
  const pending: PendingChange = {
    key: kind,
    kind,
    chapters: [],
    format: 1,
    at,
    ahead: 0,
    ...values,
    ...found.pending,
  }
  const hasId = values.base !== null
  return reported(decide(pending, { owner: 'ready', hasId, isCertain: false, ...found.situation }))
}

/** A stretch of 60 s in 2:1-2:5, of which the service keeps the sum of the day: what was sent, what the day had then, and has. */
const own = { seconds: 60, ranges: ['2:1-2:5'] }
const day = (seconds: number, ...ranges: string[]) => ({ seconds, ranges })
type TimeRow = readonly [string, Partial<Sent> | undefined, Value | null | undefined, string]
const timeRows: readonly TimeRow[] = [
  ['Not sent, and not looked for', undefined, undefined, 'probe'],
  ['Not sent; the day has nothing', undefined, null, 'send'],
  ['Not sent; the day has 100 s', undefined, day(100, '2:1-2:9'), 'send'],
  ['Sent, and no longer in doubt', { before: day(0) }, undefined, 'probe'],
  ['Sent; the day is as before', { before: day(100, '1:1-1:7') }, day(100, '1:1-1:7'), 'send'],
  ['Sent; the day is as before, and had nothing', { before: null }, null, 'send'],
  ['Sent; the day has grown by 60 s', { before: day(100, '1:1-1:7') }, day(160, '1:1-2:5'), 'done'],
  ['Sent; the day has grown by 60 s, of other verses', { before: day(0) }, day(60, '3:1-3:9'), 'send'],
  ['Sent; the day has grown by 90 s, of other verses', { before: day(0) }, day(90, '3:1-3:9'), 'send'],
  ['Sent; the day has grown by 90 s, of these verses, too', { before: day(0) }, day(90, '2:4-2:9'), 'drop'],
  ['Sent; the day has shrunk', { before: day(100) }, day(40, '2:5-2:5'), 'drop'],
  ['Sent; the day names verses in an unknown way', { before: day(0) }, day(90, 'Al-Baqarah'), 'drop'],
  ['Refused', { before: day(0), refused: 'unprocessable_entity' }, day(0), 'drop'],
]

function decidedTime([, mark, value]: TimeRow): string {
  const pending: PendingChange = {
    ...stretchOf({ date: '2026-11-25', zone: 'Asia/Jakarta', mushafId: 1 }, 'one'),
    format: 1,
    at,
    ahead: 0,
    desired: own,
    base: null,
    ...(mark && { sent: sent(own, mark) }),
  }
  const found = value !== undefined && { observed: observed(value) }
  return reported(decide(pending, { owner: 'ready', hasId: false, isCertain: true, ...found }))
}

describe('a stretch of time read', () => {
  it.each(timeRows)('%s', (...row) => expect(decidedTime(row)).toBe(row[3]))
})

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

const kindsOf = (shape: Shape) => kinds.filter((kind) => shape(kind))

/** What is decided of all kinds: one decision, or one for each group of kinds, the rest last. */
function decidedOfAll(shape: Shape, row: Row): string {
  const groups = new Map<string, Kind[]>()
  for (const kind of kindsOf(shape)) {
    const decision = decided(kind, shape, row)
    groups.set(decision, [...(groups.get(decision) ?? []), kind])
  }
  const isOfAll = !groups.delete('')
  const bySize = [...groups].sort(([, one], [, other]) => one.length - other.length)
  return bySize
    .map(([decision, some], index) => {
      if (!isOfAll || index < bySize.length - 1) return `${some.join(', ')}: ${decision}`
      return index === 0 ? decision : `else ${decision}`
    })
    .join('; ')
}

/** Cases with the same decisions share a line, the first of them in its place. */
function linesOfCases(): string[] {
  const casesOf = new Map<string, string[]>()
  for (const row of rows) {
    const cells = shapes.map(([, shape]) => decidedOfAll(shape, row)).join(' | ')
    casesOf.set(cells, [...(casesOf.get(cells) ?? []), row[0]])
  }
  return [...casesOf].map(([cells, names]) => line([names.join('<br>'), cells]))
}

function page(): string {
  const heads = ['', ...shapes.map(([name]) => name)]
  const table = [
    line(heads),
    line(heads.map(() => '---')),
    line(['possible kinds', ...shapes.map(([, shape]) => kindsOf(shape).join(', '))]),
    ...linesOfCases(),
  ]
  const times = [
    line(['', 'time']),
    line(['---', '---']),
    ...timeRows.map((row) => line([row[0], decidedTime(row)])),
  ]
  return `${[
    '# Decisions about pending changes',
    'Made by `src/user/model/decide.test.ts` from `src/user/model/decide.ts`; `WARAQ_WRITE=1` with that test writes it. Kinds that a cell does not name, without `else`, cannot be in this case. `probe` asks the service. `go on`: what was sent has arrived, and the newer state comes next. `make again`: it was deleted elsewhere, and a text must not be lost. `hold` waits for a person. A favorite is a `member` of the favorites.',
    table.join('\n'),
    '## A person has read for 60 s, verses 2:1 to 2:5',
    'The service keeps the sum of each day. It is counted once or not at all: `drop` gives it up, and the status reports it.',
    times.join('\n'),
  ].join('\n\n')}\n`
}

const path = fileURLToPath(new URL('../../../DECISIONS.md', import.meta.url))

describe('the table of decisions', () => {
  it('is the one that the package shows', () => {
    if (process.env['WARAQ_WRITE']) writeFileSync(path, page())
    expect(readFileSync(path, 'utf8')).toBe(page())
  })

  it('ends for each kind: no decision about the same knowledge asks for another look', () => {
    for (const kind of kinds)
      for (const [, shape] of shapes)
        for (const row of rows) {
          const values = shape(kind)
          const found = values && row[1]({ kind, ...values })
          if (found?.situation?.observed) expect([row[0], decided(kind, shape, row)]).not.toContain('probe')
        }
  })
})
