import type { Foreign } from './commands.ts'
import type { Backend } from './service.ts'
import { chapterOf, firstReadPage } from './view.ts'

/** Rows without meaning, each odd in one way. None is later than the known changes. */
const oddRows: readonly unknown[] = [
  null,
  { type: 'CREATE', resource: 'NOTE', resourceId: 'odd-1', data: null, timestamp: 1 },
  { type: 'UPDATE', resource: 'collection', resourceId: 'odd-2', data: { name: null }, timestamp: '2' },
  {
    type: 'CREATE',
    resource: 'BOOKMARK',
    resourceId: 'odd-3',
    data: { type: 'ayah', key: 'two' },
    timestamp: 3,
  },
  { type: 'DELETE', resource: 'COLLECTION_BOOKMARK', resourceId: 'odd-4', timestamp: 4 },
  { type: 'CREATE', resource: 'READING_BOOKMARK', resourceId: 'odd-5', data: { slot: 4 }, timestamp: 5 },
  {
    type: 'CREATE',
    resource: 'READING_SESSION',
    resourceId: 'odd-6',
    data: { chapterNumber: 115 },
    timestamp: 6,
  },
  { type: 'MOVE', resource: 'NOTE', resourceId: 'odd-7', data: {}, timestamp: 7 },
  { type: 'CREATE', resource: 'GOAL', resourceId: 'odd-8', data: {}, timestamp: 8 },
]

/** Makes a change like an application of the service. Resolves with the labels that it may have changed. */
export async function foreign(
  backend: Backend,
  { user, what, verse, slot }: Foreign,
  now: number,
): Promise<readonly string[]> {
  const at = new Date(now).toISOString()
  const times = { clientCreatedAt: at, clientUpdatedAt: at }
  const ofVerse = { type: 'ayah', key: chapterOf(user), verseNumber: verse }
  const make = (resource: string, data: object) => ({ type: 'CREATE', resource, data: { ...data, ...times } })
  switch (what) {
    case 'reading':
    case 'page': {
      const place = what === 'page' ? { type: 'page', key: firstReadPage + verse } : ofVerse
      if (backend.hasSlots) {
        await backend.push(user, [make('READING_BOOKMARK', { slot, name: null, ...place, mushafId: 1 })])
        return [`reading|${slot}`]
      }
      const former = (await backend.states(user)).map(({ data }) => data)
      await backend.push(user, [make('BOOKMARK', { ...place, mushaf: 1, isReading: true })])
      // A page that is no longer the reading place may stay as a bookmark.
      const pages = former.flatMap((data) =>
        data?.['type'] === 'page' ? [`page|${String(data['key'])}`] : [],
      )
      return ['reading', ...pages, ...(what === 'page' ? [`page|${firstReadPage + verse}`] : [])]
    }
    case 'favorite': {
      const collectionId = '__default__'
      await backend.push(user, [make('COLLECTION_BOOKMARK', { collectionId, ...ofVerse, mushaf: 1 })])
      return [`favorite|${chapterOf(user)}:${verse}`]
    }
    case 'highlight':
    case 'system': {
      const name = what === 'highlight' ? 'system:highlights:blue' : 'system:of another kind'
      const isIt = (reported: { readonly data?: Readonly<Record<string, unknown>> }) =>
        reported.data?.['name'] === name
      if (!(await backend.states(user)).some(isIt))
        await backend.push(user, [make('COLLECTION', { name, isDefault: false, isSystem: true })])
      const { resourceId: collectionId } = (await backend.states(user)).find(isIt)!
      await backend.push(user, [make('COLLECTION_BOOKMARK', { collectionId, ...ofVerse, mushaf: 1 })])
      return []
    }
    case 'odd':
      backend.addRows(oddRows)
      return []
  }
}
