import type { ResourceKey } from '@waraq/protocol'
import type { LibraryDump } from './table-dump.test-support.ts'
import { bookkeepingTables } from './record-fields.test-support.ts'

/** Each field of each record of a library, wrong in each way, and whom it concerns. */

/** Values that are wrong for most fields, by name; `before` is the value that is right. */
export const wrongValues: Readonly<Record<string, (before: unknown) => unknown>> = {
  missing: () => undefined,
  null: () => null,
  'another text': () => 'another text',
  'an empty text': () => '',
  'another number': () => 42,
  'no number': () => NaN,
  infinite: () => Infinity,
  'below 0': () => -1,
  'the greatest': () => Number.MAX_SAFE_INTEGER,
  'an object': () => ({ a: 1 }),
  'an empty list': () => [],
  'a truth value': (before) => before !== true,
  'nearly right': (before) => {
    if (typeof before === 'number') return before + 1
    if (typeof before === 'string') return `${before.slice(0, -1)}${before.endsWith('0') ? '1' : '0'}`
    return Array.isArray(before) ? before.slice(0, -1) : before
  },
  'a huge text': () => '__proto__'.repeat(5_000),
  'a nest': () => [{ id: {}, deltas: [[null]] }],
}

export interface Case {
  readonly table: string
  /** Place of the record in its table. */
  readonly index: number
  readonly path: readonly (string | number)[]
  readonly wrong: string
}

export type Plain = Readonly<Record<string, unknown>>

export function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array)
}

/** Paths to all that is inside the value, except rows of content. */
export function* pathsIn(
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<(string | number)[]> {
  if (!isPlain(value) || path.at(-1) === 'data') return
  const isList = Array.isArray(value)
  for (const [name, part] of Object.entries(value)) {
    const inner = [...path, isList ? Number(name) : name]
    yield inner
    yield* pathsIn(part, inner)
  }
}

function valueAt(record: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Plain)[name], record)
}

/** A copy of the record with another value at the path; without it where that is undefined. */
export function withValue(
  record: unknown,
  [name, ...rest]: readonly (string | number)[],
  value: unknown,
): unknown {
  const copy = (Array.isArray(record) ? [...(record as unknown[])] : { ...(record as Plain) }) as Record<
    string | number,
    unknown
  >
  const next = rest.length > 0 ? withValue(copy[name!], rest, value) : value
  if (next === undefined && !Array.isArray(record)) delete copy[name!]
  else copy[name!] = next
  return copy
}

const keyPaths: Readonly<Record<string, readonly string[]>> = {
  resources: ['key'],
  manifests: ['id'],
  subscriptions: ['filter'],
  batchCursors: ['filter'],
  staged: ['batchCursor', 'page'],
  prepared: ['batchCursor', 'key'],
  stagings: ['id'],
  garbage: ['id'],
  meta: ['key'],
}

function isSame(one: unknown, other: unknown): boolean {
  return Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)
}

/** The place of a value in all records like it: lists and maps are of one kind of part each. */
export function placeOf(
  kept: LibraryDump,
  { table, index, path }: Pick<Case, 'table' | 'index' | 'path'>,
): string {
  const record = kept.tables[table]!.records[index]
  const ofRecord = table === 'meta' ? `meta/${String((record as Plain)['key'])}` : table
  const names = path.map((name, depth) => {
    if (typeof name === 'number') return '#'
    return isMap(valueAt(record, path.slice(0, depth)), path[depth - 1]) ? '*' : name
  })
  return [ofRecord, ...names].join('.')
}

/** Whether the object has keys of data, and not fields. */
function isMap(value: unknown, name: string | number | undefined): boolean {
  return isPlain(value) && !Array.isArray(value) && ['days', 'kept', 'counts'].includes(String(name))
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
}

/**
 * Each field of each record with each wrong value. `once`: of records that are alike in a field, only the first one.
 */
export function allCases(kept: LibraryDump, once = false): Case[] {
  const cases: Case[] = []
  const tried = new Set<string>()
  for (const table of bookkeepingTables) {
    for (const [index, record] of kept.tables[table]!.records.entries()) {
      for (const path of pathsIn(record)) {
        if (path.length === 1 && keyPaths[table]!.includes(String(path[0]))) continue
        const before = valueAt(record, path)
        const place = `${placeOf(kept, { table, index, path })} ${kindOf(before)}`
        if (once && tried.has(place)) continue
        tried.add(place)
        for (const [wrong, value] of Object.entries(wrongValues)) {
          const given = value(before)
          if (typeof given === 'number' && !Number.isFinite(given) ? false : isSame(given, before)) continue
          cases.push({ table, index, path, wrong })
        }
      }
    }
  }
  return cases
}

export function damagedLibrary(kept: LibraryDump, { table, index, path, wrong }: Case): LibraryDump {
  const { records, ...rest } = kept.tables[table]!
  const before = valueAt(records[index], path)
  const damaged = withValue(records[index], path, wrongValues[wrong]!(before)) as object
  return { ...kept, tables: { ...kept.tables, [table]: { ...rest, records: records.with(index, damaged) } } }
}

export const allKeys = [
  'articles:1',
  'chapter_recitations:1',
  'mushafs:1',
  'tafsirs:168',
  'translations:20',
  'translations:33',
  'translations:45',
  'translations:99',
  'word_by_word_translations:59',
] as ResourceKey[]

/** What the resource or subscription is that the record belongs to. */
export function concernedBy(kept: LibraryDump, { table, index }: Case): ReadonlySet<string> {
  const record = kept.tables[table]!.records[index] as Plain
  const ofFilter = (filter: unknown) =>
    new Set(
      allKeys.filter((key) => {
        const [group, id] = key.split(':')
        return String(filter)
          .split(';')
          .some((part) => {
            const [of, ids] = part.split(':')
            return of === group && (ids === '*' || ids!.split(',').includes(id!))
          })
      }),
    )
  const filterOf = (batchCursorId: unknown) =>
    (kept.tables['batchCursors']!.records as Plain[]).find(({ id }) => id === batchCursorId)?.['filter']
  switch (table) {
    case 'resources':
      return new Set([String(record['key'])])
    case 'manifests':
      return new Set([String(record['resource'])])
    case 'subscriptions':
    case 'batchCursors':
      return ofFilter(record['filter'])
    case 'staged':
    case 'prepared':
      return ofFilter(filterOf(record['batchCursor']))
    default:
      return new Set()
  }
}
