import type { SearchHit } from 'waraq/search'
import { describe, expect, it } from 'vitest'
import { byVerse, inQuranOrder } from '../../demo/src/search/hit-order.ts'

function hit(verseKey: string | null, id = 20): SearchHit {
  const ref = { group: verseKey === null ? 'articles' : 'translations', id } as const
  return { ref, recordType: 'translation', recordKey: `${verseKey}`, verseKey, score: 1, snippet: [] }
}
const placesOf = (hits: readonly SearchHit[]) => hits.map(({ verseKey, ref }) => `${verseKey} ${ref.id}`)

describe('the order of the Quran', () => {
  it('goes by numbers of chapter and verse, and ends with what belongs to no verse', () => {
    const hits = [hit('10:2'), hit(null, 2), hit('2:100'), hit(null, 1), hit('2:20'), hit('9:129')]
    expect(placesOf(inQuranOrder(hits))).toEqual([
      '2:20 20',
      '2:100 20',
      '9:129 20',
      '10:2 20',
      'null 2',
      'null 1',
    ])
  })

  it('keeps the order of one verse', () => {
    expect(placesOf(inQuranOrder([hit('2:1', 131), hit('1:1'), hit('2:1', 20)]))).toEqual([
      '1:1 20',
      '2:1 131',
      '2:1 20',
    ])
  })
})

describe('a verse', () => {
  it('has its texts together where they follow each other', () => {
    const hits = [hit('2:1'), hit('2:1', 131), hit('2:2'), hit('2:1', 97)]
    expect(byVerse(hits).map(placesOf)).toEqual([['2:1 20', '2:1 131'], ['2:2 20'], ['2:1 97']])
  })

  it('is what texts without a verse never share', () => {
    expect(byVerse([hit(null, 1), hit(null, 2)])).toHaveLength(2)
    expect(byVerse([])).toEqual([])
  })
})
