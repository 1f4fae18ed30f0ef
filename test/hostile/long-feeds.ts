import type { ResourceKey } from '@waraq/protocol'

/** Feeds of a million changes, and one without an end, each a page at a time. */

export interface LongFeed {
  readonly pages: number
  /** The resource, and the row of it, that the change at this place is about. */
  readonly about: (at: number) => readonly [resource: number, row: number]
  /** Letters of each row's text. */
  readonly letters: number
}

export const changesPerPage = 10_000
export const longFeedFilter = 'translations:*'
export const rowsOfEach = 100_000
export const installed = Array.from({ length: 1_200 }, (_, at): ResourceKey => `translations:${at + 1}`)

const million = 1_000_000 / changesPerPage

export const feeds = {
  'a row that changes a million times': { pages: million, letters: 20, about: () => [1, 1] },
  'a million rows of one resource': { pages: million, letters: 20, about: (at) => [1, at] },
  'a million rows, of each resource fewer than are too many': {
    pages: million,
    letters: 20,
    about: (at) => [1 + (at % 1_100), Math.floor(at / 1_100)],
  },
  'a million resources': { pages: million, letters: 0, about: (at) => [1 + at, 1] },
  'rows without an end': { pages: Infinity, letters: 500, about: (at) => [1 + (at % 1_100), at] },
} as const satisfies Record<string, LongFeed>

export type FeedName = keyof typeof feeds

export function pageOf({ about, letters }: LongFeed, page: number): object[] {
  const text = 'x'.repeat(letters)
  return Array.from({ length: changesPerPage }, (_, index) => {
    const at = page * changesPerPage + index
    const [resource, row] = about(at)
    return {
      sequence: 2 + at,
      type: 'ROW_UPDATE',
      resource_group: 'translations',
      resource_id: resource,
      changed_at: '2026-08-01T00:00:00Z',
      record_type: 'translation',
      record_key: `${row}`,
      data: { id: row, verse_key: '1:1', text: `${at}${text}` },
    }
  })
}
