import { fetchSnapshot, followFeed, type SnapshotRow } from '../feed.ts'
import { expectRows } from './row-store.ts'
import type { Library, Variant } from './variant.ts'

const ignored = () => Promise.resolve()
const none = () => Promise.reject(new Error('nothing is stored'))

function libraryOf(rows: readonly SnapshotRow[]): Library {
  return {
    row: ({ id }) => Promise.resolve(rows.find((row) => row.id === id)),
    count: () => Promise.resolve(rows.length),
    close: () => undefined,
  }
}

/** Parses the body into objects and keeps them, but stores nothing: a bound for every client that uses `res.json()`. */
export const parse: Variant = {
  open: none,
  connect(source) {
    let kept: readonly SnapshotRow[] = []
    let token: string | undefined
    return Promise.resolve({
      async load() {
        token = await followFeed(source, undefined, ignored)
        const began = performance.now()
        kept = await fetchSnapshot(source)
        await expectRows(libraryOf(kept), source)
        return { readableMs: performance.now() - began }
      },
      replace: none,
      async follow() {
        token = await followFeed(source, token, ignored)
      },
      close: () => {
        kept = []
        return ignored()
      },
    })
  },
}
