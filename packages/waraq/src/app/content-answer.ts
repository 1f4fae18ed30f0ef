import { resourceKey, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import type { Query } from '../quran/readers/query.ts'
import type { StoreView } from '../store/read/store-view.ts'

/** A resource of which this device has no complete version. */
export interface Missing {
  readonly ref: ResourceRef
  /** Whether it had one, which is damaged. */
  readonly isDamaged: boolean
}

/** The result of a query. */
export interface ContentAnswer<T> {
  readonly value: T
  /** The resources that the query needed and did not find. Empty if it found anything, such as rows of a partial resource. */
  readonly missing: readonly Missing[]
}

/** What a query has read so far. */
class Reads {
  /** Whether any read had a result. */
  foundAny = false
  /** The resources of reads without a result. */
  readonly empty = new Map<ResourceKey, ResourceRef>()

  /** The view, with its reads noted here. */
  noting(view: StoreView): StoreView {
    const note = <R>(ref: ResourceRef, result: R, isFound: boolean): R => {
      if (isFound) this.foundAny = true
      else this.empty.set(resourceKey(ref), ref)
      return result
    }
    return {
      resources: () => {
        this.foundAny = true
        return view.resources()
      },
      // That a resource is here is not yet something to show.
      resource: async (ref) => note(ref, await view.resource(ref), false),
      rows: async (type, ref, range, options) => {
        const rows = await view.rows(type, ref, range, options)
        return note(ref, rows, rows.length > 0)
      },
      row: async (type, ref, recordKey) => {
        const row = await view.row(type, ref, recordKey)
        return note(ref, row, row !== undefined)
      },
      partial: async (ref) => {
        const progress = await view.partial(ref)
        return note(ref, progress, progress !== undefined)
      },
      query: (run) => run(this.noting(view)),
    }
  }
}

/** Runs a query, and finds out which of its resources are missing if it found nothing. All reads see one commit. */
export async function contentAnswer<T>(view: StoreView, query: Query<T>): Promise<ContentAnswer<T>> {
  const reads = new Reads()
  const value = await query(reads.noting(view))
  const missing: Missing[] = []
  if (reads.foundAny) return { value, missing }
  for (const ref of reads.empty.values()) {
    const status = (await view.resource(ref))?.status
    if (status === undefined || status === 'damaged') missing.push({ ref, isDamaged: status !== undefined })
  }
  return { value, missing }
}
