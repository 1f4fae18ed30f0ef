/** What a page of the origin that is not the application may post on the channels on which engines and stores listen. */

export const engineChannel = (name: string) => `waraq:${name}`
/** Dexie opens it when it is loaded. */
export const dexieChannel = 'x-storagemutated-1'

const circle: Record<string, unknown> = { d: 1, from: 'a', to: 'b' }
Object.assign(circle, { l: circle, r: circle })

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 ? [value] : { activity: value }
  return value
}

const activity = {
  filter: 'translations:20',
  mode: 'incremental',
  phase: 'fetching',
  pages: 1,
  mutations: 1,
  snapshots: { total: 1, done: 0 },
  resources: [
    {
      key: 'translations:20',
      ref: { group: 'translations', id: 20 },
      phase: 'downloading',
      bytes: 1,
      bytesExpected: null,
      rows: 1,
    },
  ],
}
const resource = activity.resources[0]!

/** Neither a message nor a report of writes. */
const noObjects: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['true', true],
  ['a number', 7],
  ['NaN', NaN],
  ['a big number', 2n ** 80n],
  ['a text', 'changed'],
  ['a long text', 'x'.repeat(5_000_000)],
  ['a list', [1, null, [2]]],
  ['a long list', Array.from({ length: 500_000 }, () => null)],
  ['a date', new Date(0)],
  ['an expression', /x/],
  ['a map', new Map([['version', 1]])],
  ['bytes', new Uint8Array(1_000_000)],
  ['an error', new Error('x')],
  ['no fields', {}],
  ['a circle', circle],
  ['500 levels', nested(500)],
  ['many fields', Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, index]))],
  ['a prototype', Object.fromEntries([['__proto__', { d: 1, from: 1, to: 2 }]])],
]

const good = { version: 1, from: 'forger', number: 1, message: { type: 'activity', activity } }

const envelopes: readonly (readonly [string, unknown])[] = [
  ...[undefined, null, 0, 2, '1', [1], { x: 1 }].map(
    (version) => [`the version ${JSON.stringify(version)}`, { ...good, version }] as const,
  ),
  ...[undefined, null, 7, ['x'], { x: 1 }, 'x'.repeat(1_000_000)].map(
    (from) => [`the sender ${JSON.stringify(from)?.slice(0, 20)}`, { ...good, from }] as const,
  ),
  ...[undefined, null, '1', NaN, -1, 0.5, Infinity, 2 ** 53, 1n, [1], {}].map(
    (number) => [`the number ${String(number)}`, { ...good, number }] as const,
  ),
]

const activities: readonly (readonly [string, unknown])[] = [
  ...noObjects,
  ['one unknown field', { x: 1 }],
  ['a filter that is none', { ...activity, filter: { x: 1 } }],
  ['a filter of 5 MB', { ...activity, filter: 'x'.repeat(5_000_000) }],
  ['an unknown mode', { ...activity, mode: 'toString' }],
  ['an unknown phase', { ...activity, phase: 'x' }],
  ['a phase of a resource', { ...activity, phase: 'downloading' }],
  ['pages that are NaN', { ...activity, pages: NaN }],
  ['pages below zero', { ...activity, pages: -1 }],
  ['huge pages', { ...activity, pages: 2 ** 60 }],
  ['pages in words', { ...activity, pages: '1' }],
  ['no snapshots', { ...activity, snapshots: undefined }],
  ['snapshots of nothing', { ...activity, snapshots: {} }],
  ['resources that are no list', { ...activity, resources: { 0: resource, length: 1 } }],
  ['resources that are null', { ...activity, resources: [null] }],
  ['resources beyond number', { ...activity, resources: Array.from({ length: 100_000 }, () => resource) }],
  ['a resource of another key', { ...activity, resources: [{ ...resource, key: 'tafsirs:1' }] }],
  ['a resource without a reference', { ...activity, resources: [{ ...resource, ref: null }] }],
  ['a resource of an unknown phase', { ...activity, resources: [{ ...resource, phase: 'paging' }] }],
  ['a resource with bytes below zero', { ...activity, resources: [{ ...resource, bytes: -1 }] }],
].filter(([, value]) => value !== null) as (readonly [string, unknown])[]

/** On the engines' channel. None of them is a message. */
export const forgedMessages: readonly (readonly [string, unknown])[] = [
  ...noObjects,
  ...envelopes,
  ...noObjects.map(([name, message]) => [`a message that is ${name}`, { ...good, message }] as const),
  ...[undefined, null, 'constructor', 7, {}].map(
    (type) => [`the type ${JSON.stringify(type)}`, { ...good, message: { type, activity } }] as const,
  ),
  ...activities.map(
    ([name, value]) =>
      [`an activity with ${name}`, { ...good, message: { type: 'activity', activity: value } }] as const,
  ),
]

const range = { d: 1, from: 'a', to: 'b' }
const ranges: readonly (readonly [string, unknown])[] = [
  ...noObjects,
  ['a range that ends before it begins', { d: 1, from: 'b', to: 'a' }],
  ['a range of no keys', { d: 1, from: {}, to: {} }],
  ['a range without an end', { d: 1, from: 'a' }],
  ['parts that are no ranges', { ...range, l: 'x', r: 7 }],
  ['a chain of 500', Array.from({ length: 500 }).reduce((l) => ({ ...range, l }), range)],
  ['keys that are lists in each other', { d: 1, from: nested(500), to: nested(500) }],
]

/** On Dexie's channel. None of them says what was written to these tables of the database. */
export function forgedReports(
  name: string,
  tables: readonly string[],
): readonly (readonly [string, unknown])[] {
  return [
    ...noObjects,
    ...ranges.map(([what, all]) => [`all that is ${what}`, { all }] as const),
    ...ranges.map(
      ([what, each]) =>
        [
          `ranges that are ${what}`,
          Object.fromEntries(tables.map((table) => [`idb://${name}/${table}/`, each])),
        ] as const,
    ),
    [
      'keys of unknown databases',
      { 'idb://': 1, 'idb:///x/': circle, 'idb://other/resources/': circle, x: null },
    ],
    ...tables.flatMap((table) =>
      ['x', ':dels', 'key'].map(
        (index) =>
          [`the index ${index} of ${table}`, { [`idb://${name}/${table}/${index}`]: circle }] as const,
      ),
    ),
  ]
}

const everything = { d: 1, from: -Infinity, to: [[]] }

/** Messages and reports that are in order, and of which another page may post any number: by the channel, and numbered or not. */
export const floods: readonly (readonly [string, 'engine' | 'dexie', (number: number) => unknown])[] = [
  ['changes', 'engine', (number) => ({ ...good, number, message: { type: 'changed' } })],
  ['gaps', 'engine', (number) => ({ ...good, number: 2 * number, message: { type: 'ask' } })],
  ['senders', 'engine', (number) => ({ ...good, from: `${number}`, message: { type: 'ask' } })],
  ['activities', 'engine', (number) => ({ ...good, number })],
  ['reports of everything', 'dexie', () => ({ all: everything })],
  ['reports of resources', 'dexie', () => ({ 'idb://library/resources/': everything })],
  ['reports of bookkeeping', 'dexie', () => ({ 'idb://library/meta/': everything })],
  ['reports that cannot be read', 'dexie', () => 'x'],
]
