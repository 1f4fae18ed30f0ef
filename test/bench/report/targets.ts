import { busyNames, busyWorks } from '../cases/busy-reader.ts'
import { changesName } from '../cases/changes.ts'
import { growthNames } from '../cases/growth.ts'
import { libraryNames } from '../cases/library.ts'
import { patchedName } from '../cases/patched.ts'
import type { Figures } from './figures.ts'

/** The targets of the engine. A claim about a ratio says what is divided by what. */
export interface Target {
  readonly claim: string
  readonly unit: 'x' | 'ms' | ''
  readonly bound: { readonly most: number } | { readonly least: number } | { readonly below: number }
  /** NaN where something that it needs was not measured. */
  measure(figures: Figures): number
}

/** Fewer rounds tell nothing of how far figures lie apart. */
const fewestRounds = 3

export interface Verdict {
  readonly value: number
  readonly is: 'met' | 'missed' | 'not measured'
  /** Least and greatest of what single rounds say; null with too few of them. */
  readonly spread: readonly [number, number] | null
  /** Each round alone says the same. */
  readonly isSure: boolean
}

export function judge(target: Target, figures: Figures): Verdict {
  const value = target.measure(figures)
  const is = verdict(target, value)
  const alone = figures
    .rounds()
    .map((round) => target.measure(round))
    .filter((each) => !Number.isNaN(each))
  if (alone.length < fewestRounds) return { value, is, spread: null, isSure: false }
  const isSure = alone.every((each) => verdict(target, each) === is)
  return { value, is, spread: [Math.min(...alone), Math.max(...alone)], isSure }
}

function verdict({ bound }: Target, value: number): Verdict['is'] {
  if (Number.isNaN(value)) return 'not measured'
  if ('most' in bound) return value <= bound.most ? 'met' : 'missed'
  if ('least' in bound) return value >= bound.least ? 'met' : 'missed'
  return value < bound.below ? 'met' : 'missed'
}

const large = libraryNames('mushaf')
const small = libraryNames('translation')
const sizes = [
  { title: '84,000 rows', names: large },
  { title: '6,236 rows', names: small },
] as const

/** How many times as much the one variant takes as the other. */
function ratio(claim: string, bound: Target['bound'], name: string, one: string, other: string): Target {
  return { claim, unit: 'x', bound, measure: (of) => of.median(name, one) / of.median(name, other) }
}

function fasterThanPeers(title: string, name: string): Target {
  return {
    claim: `first load, ${title}: waraq / fastest peer`,
    unit: 'x',
    bound: { most: 0.5 },
    measure: (of) => of.median(name, 'waraq') / of.bestPeer(name),
  }
}

const loads: readonly Target[] = [
  ratio('first load, 84,000 rows: waraq / res.json()', { most: 1.5 }, large.load, 'waraq', 'res.json()'),
  ratio('first load, 84,000 rows: RAW / waraq', { least: 20 }, large.load, 'RAW', 'waraq'),
  fasterThanPeers('84,000 rows', large.load),
  ratio('first load, 6,236 rows: waraq / res.json()', { most: 1.5 }, small.load, 'waraq', 'res.json()'),
  fasterThanPeers('6,236 rows', small.load),
]

const weights: readonly Target[] = [
  ratio(
    'peak memory of a load above idle, 84,000 rows: waraq / res.json(), kept',
    { most: 1 / 3 },
    large.memory,
    'waraq',
    'res.json()',
  ),
  ...sizes.map(({ title, names }) =>
    ratio(`bytes on disk, ${title}: waraq / RAW`, { most: 0.35 }, names.disk, 'waraq', 'RAW'),
  ),
]

const readers: readonly Target[] = busyWorks.flatMap((work): Target[] => {
  const { figure, tasks } = busyNames(work)
  const waraq = (of: Figures, name: string) => of.median(name, 'waraq')
  return [
    {
      claim: `reader ${work.title}: p99 / idle p99`,
      unit: 'x',
      bound: { most: 2.5 },
      measure: (of) => waraq(of, figure('p99')) / waraq(of, figure('idle p99')),
    },
    {
      claim: `reader ${work.title}: worst`,
      unit: 'ms',
      bound: { below: 50 },
      measure: (of) => waraq(of, figure('worst')),
    },
    {
      claim: `reader ${work.title}: main-thread tasks over 50 ms`,
      unit: '',
      bound: { most: 0 },
      measure: (of) => waraq(of, tasks),
    },
  ]
})

const changes: readonly Target[] = [
  ratio(
    '10,000 scattered row changes: waraq / Dexie, a transaction a page',
    { most: 0.4 },
    changesName({ count: 10_000, spread: 'scattered' }),
    'waraq',
    'Dexie',
  ),
  ratio(
    '100 scattered row changes: waraq / Dexie, a transaction a page',
    { most: 0.8 },
    changesName({ count: 100, spread: 'scattered' }),
    'waraq',
    'Dexie',
  ),
  ratio(
    '1,000 scattered row changes: waraq / Dexie, a transaction a page',
    { most: 0.6 },
    changesName({ count: 1_000, spread: 'scattered' }),
    'waraq',
    'Dexie',
  ),
]

const single = [
  { kind: 'a row by key', ...sizes[0] },
  { kind: 'a row by key', ...sizes[1] },
  { kind: 'a verse', ...sizes[1] },
].flatMap(({ kind, title, names }) => [
  ratio(`${kind}, ${title}, cold: waraq / RAW get`, { most: 2.5 }, names.read(kind, 'cold'), 'waraq', 'RAW'),
  ratio(`${kind}, ${title}, warm: waraq / RAW get`, { most: 1.5 }, names.read(kind, 'warm'), 'waraq', 'RAW'),
])

const stretches = [
  { kind: 'a page', ...sizes[0] },
  { kind: 'a chapter', ...sizes[0] },
  { kind: 'all', ...sizes[0] },
  { kind: 'chapter 2', ...sizes[1] },
  { kind: 'all', ...sizes[1] },
].flatMap(({ kind, title, names }) =>
  // Where ids do not follow the reading order, a store of single rows needs an index: the second of the two.
  ['RAW', 'Dexie, indexed'].map((other) =>
    ratio(
      `${kind}, ${title}, warm: ${other} / waraq`,
      { least: 3 },
      names.read(kind, 'warm'),
      other,
      'waraq',
    ),
  ),
)

const patched = ['a page', 'a chapter', 'all'].map((kind) =>
  ratio(
    `${kind}, 84,000 rows, warm: under patches at their limit / without`,
    { most: 1.15 },
    patchedName(kind, 'warm'),
    'patches at their limit',
    'no patches',
  ),
)

const [atLarge, atMillion] = [growthNames(84_000), growthNames(1_000_000)]
const growth: readonly Target[] = [
  {
    claim: 'time per row of a load: at 1,000,000 rows / at 84,000',
    unit: 'x',
    bound: { most: 1.3 },
    measure: (of) => of.median(atMillion.perRow, 'waraq') / of.median(atLarge.perRow, 'waraq'),
  },
  {
    claim: 'peak memory per row of a load: at 1,000,000 rows / at 84,000',
    unit: 'x',
    bound: { most: 1.3 },
    measure: (of) =>
      of.median(atMillion.memory, 'waraq') / 1_000_000 / (of.median(atLarge.memory, 'waraq') / 84_000),
  },
]

export const targets: readonly Target[] = [
  ...loads,
  ...weights,
  ...readers,
  ...changes,
  ...single,
  ...stretches,
  ...patched,
  ...growth,
]
