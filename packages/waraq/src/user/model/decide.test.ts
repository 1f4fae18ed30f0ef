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

/** What a person may want of a kind: what was there before, and what they want. Undefined where there is no such act. */
type Shape = (kind: Kind) => { readonly base: Value | null; readonly want: Value | null } | undefined
const shapes: readonly (readonly [string, Shape])[] = [
  ['A person makes it', (kind) => ({ base: null, want: valueOf(kind, 1) })],
  [
    'A person changes it',
    (kind) => (isPlain(kind) ? undefined : { base: valueOf(kind, 0), want: valueOf(kind, 1) }),
  ],
  [
    'A person takes it away',
    (kind) => (kind === 'place' || kind === 'setting' ? undefined : { base: valueOf(kind, 0), want: null }),
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
  readonly want: Value | null
}
/** Undefined where it cannot be so for this kind. */
type Row = readonly [string, (made: Made) => Case | undefined]

const sent = (want: Value | null, more: Partial<Sent> = {}): Sent => ({
  at,
  want,
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
      return found && { pending: pendingOf(made), situation: { observed: found, rested: true } }
    },
  ]
  return [
    row('what is wanted', ({ want }) => observed(want)),
    row('what was there before', ({ base }) => observed(base)),
    row('something else, changed earlier', ({ kind }) =>
      other(kind) && timed(kind) ? observed(other(kind)!, at - 1) : undefined,
    ),
    row('something else, changed later', ({ kind }) =>
      other(kind) && timed(kind) ? observed(other(kind)!, at + 1) : undefined,
    ),
    row('something else, at no known time', ({ kind }) => (other(kind) ? observed(other(kind)!) : undefined)),
    row('nothing, though it was there', ({ base, want }) =>
      base === null || want === null ? undefined : observed(null),
    ),
  ]
}

const rows: readonly Row[] = [
  ['Held, whatever else', () => ({ pending: { blocked: { why: 'refused', since: 0 } } })],
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
  ['Sent, and resting', ({ want }) => ({ pending: { sent: sent(want) } })],
  ['Sent, and rested', ({ want }) => ({ pending: { sent: sent(want) }, situation: { rested: true } })],
  ...looks('Sent', ({ want }) => ({ sent: sent(want) })),
  [
    'Something else was sent before; the service has that',
    ({ kind, want }) => {
      const former = isPlain(kind) ? (want === null ? valueOf(kind, 1) : null) : valueOf(kind, 3)
      return {
        pending: { sent: sent(former, { at: at - 1 }) },
        situation: { rested: true, observed: observed(former, at + 1) },
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
  ['Refused, and not looked for', ({ want }) => ({ pending: { sent: sent(want, { refused: 'invalid' }) } })],
  ...(['unprocessable_entity', 'not_found'] as const).flatMap((code): Row[] => [
    [
      `Refused with ${code}; the service has what was there before`,
      ({ base, want }) => ({
        pending: { sent: sent(want, { refused: code }) },
        situation: { observed: observed(base) },
      }),
    ],
    [
      `Refused with ${code}; the service has what is wanted`,
      ({ want }) => ({
        pending: { sent: sent(want, { refused: code }) },
        situation: { observed: observed(want) },
      }),
    ],
  ]),
  [
    'An earlier act was refused; the service has what was there before',
    ({ base, want }) => ({
      pending: { sent: sent(want, { refused: 'invalid', at: at - 1 }) },
      situation: { observed: observed(base) },
    }),
  ],
]

function told(decision: Decision): string {
  switch (decision.do) {
    case 'nothing':
      return 'nothing'
    case 'send':
      return decision.anew ? 'make again' : 'send'
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
  return told(decide(pending, { owner: 'ready', hasId, rested: false, ...found.situation }))
}

/** A stretch of 60 s in 2:1-2:5, of which the service keeps the sum of the day: what was sent, what the day had then, and has. */
const own = { seconds: 60, ranges: ['2:1-2:5'] }
const day = (seconds: number, ...ranges: string[]) => ({ seconds, ranges })
type TimeRow = readonly [string, Partial<Sent> | undefined, Value | null | undefined, string]
const timeRows: readonly TimeRow[] = [
  ['Not sent, and not looked for', undefined, undefined, 'probe'],
  ['Not sent; the day has nothing', undefined, null, 'send'],
  ['Not sent; the day has 100 s', undefined, day(100, '2:1-2:9'), 'send'],
  ['Sent, and rested', { before: day(0) }, undefined, 'probe'],
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
    want: own,
    base: null,
    ...(mark && { sent: sent(own, mark) }),
  }
  const found = value !== undefined && { observed: observed(value) }
  return told(decide(pending, { owner: 'ready', hasId: false, rested: true, ...found }))
}

describe('a stretch of time read', () => {
  it.each(timeRows)('%s', (...row) => expect(decidedTime(row)).toBe(row[3]))
})

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function page(): string {
  const tables = shapes.map(([name, shape]) => {
    const all = kinds.filter((kind) => shape(kind))
    const lines = rows.flatMap((row) => {
      const cells = all.map((kind) => decided(kind, shape, row))
      return cells.every((cell) => cell === '') ? [] : [line([row[0], ...cells])]
    })
    return [`## ${name}`, '', line(['', ...all]), line(['---', ...all.map(() => '---')]), ...lines].join('\n')
  })
  return `${[
    '# Decisions about pending changes',
    'Made by `src/user/model/decide.test.ts` from `src/user/model/decide.ts`; `WARAQ_WRITE=1` with that test writes it anew. An empty cell: this cannot be of this kind. `probe` asks the service. `go on`: what was sent has arrived, and what the person wanted since comes next. `make again`: it was deleted elsewhere, and a text must not be lost. `block` waits for a person. A favorite is a `member` of the favorites.',
    ...tables,
    [
      '## A person has read for 60 s, verses 2:1 to 2:5',
      'The service keeps the sum of each day. It is counted once or not at all: `drop` gives it up, and the status tells.',
      [
        line(['', 'time']),
        line(['---', '---']),
        ...timeRows.map((row) => line([row[0], decidedTime(row)])),
      ].join('\n'),
    ].join('\n\n'),
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
