import { resourceKey, type ResourceRef } from '@waraq/contract'
import type { Arriving, StoreView } from '@waraq/engine'
import { query, type Query } from '@waraq/reader'

/** The same view, where a resource that has never been here shows the rows of its first snapshot that have come. */
function arrivingIn(view: StoreView): StoreView {
  return {
    resources: () => view.resources(),
    resource: (ref) => view.resource(ref),
    rows: (type, ref, range) => view.rows(type, ref, range, { arriving: true }),
    row: (type, ref, key) => view.row(type, ref, key),
    arriving: (ref) => view.arriving(ref),
    view: (run) => view.view((inner) => run(arrivingIn(inner))),
  }
}

/** The question, answered by what is here so far. */
export function soFar<T>(question: Query<T>): Query<T> {
  return query(`so far: ${question.key}`, (view) => question(arrivingIn(view)))
}

/** How much has come of a text that has never been here; undefined where it is complete, or nothing has come. */
export function howFar(ref: ResourceRef): Query<Arriving | undefined> {
  return query(`how far: ${resourceKey(ref)}`, (view) => view.arriving(ref))
}
