import { resourceKey, type ResourceRef } from '@waraq/protocol'
import type { PartialSnapshot } from '../../store/partial.ts'
import type { StoreView } from '../../store/read/store-view.ts'
import { checkRefs } from './arguments.ts'

/**
 * A question to the library. `store.query` answers it once; `store.live` answers it again after each commit that changes the
 * answer. All its reads see one commit. Two queries with the same `key` ask the same.
 */
export type Query<T> = ((view: StoreView) => Promise<T>) & { readonly key: string }

/** The type of a query's answer. */
export type ResultOf<Q> = Q extends Query<infer T> ? T : never

/**
 * Makes a query of your own. `run` may await nothing but the view and must do nothing but read, because it may run many
 * times. The key has to name all that the answer depends on.
 */
export function query<T>(key: string, run: (view: StoreView) => Promise<T>): Query<T> {
  // Async, so that Dexie keeps the transaction over the query's awaits.
  return Object.assign(async (view: StoreView) => view.query(run), { key })
}

/** Whether a question is also answered while the first snapshot of its resource arrives. */
export interface PartialOption {
  /** Default false: a resource is complete or absent. */
  readonly includePartial?: boolean | undefined
}

/** The answer by what is stored so far. */
export interface PartialRead<T> {
  readonly answer: T
  /** How much of the resource's first snapshot has come; undefined where the resource is complete or absent. */
  readonly partial: PartialSnapshot | undefined
}

/** What a question answers with these options. `ReturnType` of a question asks with any, and means none. */
export type Answer<T, Options> = 0 extends 1 & Options
  ? T
  : Options extends { readonly includePartial: true }
    ? PartialRead<T>
    : T

/** The view, with the rows so far of resources that may arrive. */
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
 * The question, also answered by the rows so far of whatever it reads that has never been here: for questions to several resources, such
 * as `sideBySide`. Ask `view.partial` how much has come of each.
 */
export function includePartial<T>(question: Query<T>): Query<T> {
  return query(queryKey('includePartial', question.key), (view) => question(withPartial(view, () => true)))
}

/** A question to one resource, which `options` may have answered while that arrives. All of the answer is of one moment. */
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
 * The question, answered once all of these resources are complete on this device, and undefined until then: for what looks wrong with a
 * part of them, such as words without their translations. A live query renews it with the resource that comes last.
 * @throws {WaraqError} `invalid_argument`
 */
export function onceAll<T>(refs: readonly ResourceRef[], question: Query<T>): Query<T | undefined> {
  const wanted = checkRefs(refs, 'refs')
  return query(queryKey('onceAll', wanted.map(writtenRef), question.key), async (view) => {
    for (const ref of wanted) if ((await view.resource(ref))?.status !== 'installed') return undefined
    return question(view)
  })
}

/** Several queries as one. All answers are of one commit. */
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

/** The key of a reader's query: the reader's name and its arguments. */
export function queryKey(reader: string, ...asked: unknown[]): string {
  return JSON.stringify([reader, ...asked])
}

/** A resource as the key of a query names it; null where none was given. */
export function writtenRef(ref: ResourceRef | undefined): string | null {
  return ref ? resourceKey(ref) : null
}
