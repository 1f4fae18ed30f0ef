import { resourceKey, type ResourceRef } from '@waraq/protocol'
import type { PartialSnapshot } from '../../store/partial.ts'
import type { StoreView } from '../../store/read/store-view.ts'
import { checkRefs } from './arguments.ts'

/**
 * A query of the library. `store.query` runs it once. `store.live` runs it again after each commit that changes the result. All
 * its reads see the same commit. Two queries with the same `key` are the same query.
 */
export type Query<T> = ((view: StoreView) => Promise<T>) & { readonly key: string }

/** The type of a query's result. */
export type ResultOf<Q> = Q extends Query<infer T> ? T : never

/**
 * Makes a custom query. `run` may run many times, so it must only read and may await only the view. The key must name
 * everything that the result depends on.
 */
export function query<T>(key: string, run: (view: StoreView) => Promise<T>): Query<T> {
  // Async, so that Dexie keeps the transaction across the query's awaits.
  return Object.assign(async (view: StoreView) => view.query(run), { key })
}

/** Whether a query also returns rows while the first snapshot of its resource arrives. */
export interface PartialOption {
  /** Default false: a resource is complete or absent. */
  readonly includePartial?: boolean | undefined
}

/** The result from the rows stored so far. */
export interface PartialRead<T> {
  readonly answer: T
  /** How much of the resource's first snapshot is stored; undefined if the resource is complete or absent. */
  readonly partial: PartialSnapshot | undefined
}

/** Result type of a query with these options. `ReturnType` of a query infers `any` options, which means no options. */
export type Answer<T, Options> = 0 extends 1 & Options
  ? T
  : Options extends { readonly includePartial: true }
    ? PartialRead<T>
    : T

/** The view, including the rows stored so far of partial resources. */
function withPartial(view: StoreView, isIncluded: (ref: ResourceRef) => boolean): StoreView {
  return {
    resources: () => view.resources(),
    resource: (ref) => view.resource(ref),
    rows: (type, ref, range) => view.rows(type, ref, range, { includePartial: isIncluded(ref) }),
    row: (type, ref, recordKey) => view.row(type, ref, recordKey),
    partial: (ref) => view.partial(ref),
    query: (run) => run(withPartial(view, isIncluded)),
  }
}

/**
 * Makes the query also read the rows stored so far of resources that have never been complete on this device. For queries of
 * several resources, such as `sideBySide`. `view.partial` reports how much of each resource is stored.
 */
export function includePartial<T>(question: Query<T>): Query<T> {
  return query(queryKey('includePartial', question.key), (view) => question(withPartial(view, () => true)))
}

/**
 * A query of one resource. With `includePartial`, it also runs while the resource arrives. The complete result is of one moment.
 */
export function questionTo<T, Options extends PartialOption>(
  ref: ResourceRef,
  key: string,
  { includePartial = false }: PartialOption = {},
  run: (view: StoreView) => Promise<T>,
): Query<Answer<T, Options>> {
  const asked = includePartial
    ? query(queryKey('partialRead', key), async (view): Promise<PartialRead<T>> => {
        const answer = await run(withPartial(view, (other) => resourceKey(other) === resourceKey(ref)))
        return { answer, partial: await view.partial(ref) }
      })
    : query(key, run)
  return asked as Query<Answer<T, Options>>
}

/**
 * Makes the query return undefined until all of these resources are complete on this device. For content that looks wrong with
 * only some of them, such as words without their translations. A live query updates when the last resource is complete.
 * @throws {WaraqError} `invalid_argument`
 */
export function onceAll<T>(refs: readonly ResourceRef[], question: Query<T>): Query<T | undefined> {
  const wanted = checkRefs(refs, 'refs')
  return query(queryKey('onceAll', wanted.map(writtenRef), question.key), async (view) => {
    for (const ref of wanted) if ((await view.resource(ref))?.status !== 'installed') return undefined
    return question(view)
  })
}

/** Combines several queries into one. All results are of one commit. */
export function together<Q extends Record<string, Query<unknown>>>(
  queries: Q,
): Query<{ [Name in keyof Q]: ResultOf<Q[Name]> }> {
  const named = Object.entries(queries).sort(([a], [b]) => (a < b ? -1 : 1))
  const key = queryKey('together', ...named.map(([name, { key: each }]) => [name, each]))
  return query(key, async (view) => {
    const answers = await Promise.all(named.map(async ([name, ask]) => [name, await ask(view)] as const))
    return Object.fromEntries(answers) as { [Name in keyof Q]: ResultOf<Q[Name]> }
  })
}

/** The key of a reader's query, made of the reader's name and its arguments. */
export function queryKey(reader: string, ...asked: unknown[]): string {
  return JSON.stringify([reader, ...asked])
}

/** A resource as written in the key of a query; null if none was given. */
export function writtenRef(ref: ResourceRef | undefined): string | null {
  return ref ? resourceKey(ref) : null
}
