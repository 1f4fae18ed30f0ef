import { openContentStore } from 'waraq'
import type { Source } from '../protocol.ts'
import type { Library } from './variant.ts'

/** The content store. Apart from the engine, so that a page that only reads is built without it. */
export async function openLibrary(source: Source, name: string): Promise<Library> {
  const store = openContentStore({ name })
  // A store opens with its first call. This one asks for a resource that does not exist, so that no rows are read beforehand.
  await store.resource({ group: source.group, id: 999_999_999 })
  return {
    row: async ({ recordType, id }) => (await store.row(recordType, source, String(id)))?.data,
    count: async () => (await store.resource(source))?.rows ?? 0,
    async stretch({ recordType, locators: [from, to], within }) {
      const rows = (await store.rows(recordType, source, { from, to })).map(({ data }) => data)
      if (!within) return rows
      return rows.filter((row) => {
        const value = Number(row[within.field])
        return value >= within.from && value <= within.to
      })
    },
    all: async (recordType) => (await store.rows(recordType, source)).map(({ data }) => data),
    close: () => store.close(),
  }
}
