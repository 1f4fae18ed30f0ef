import { describe, expect, test } from 'vitest'
import { isWaraqError } from './error.ts'
import {
  canonicalFilter,
  checkGroups,
  filterCovers,
  formatFilter,
  InvalidFilterError,
  parseFilter,
} from './filter.ts'
import { seeded, type Random } from '@waraq/test-support/random'
import { resourceGroups } from './vocabulary.ts'

describe('canonical form', () => {
  test.each([
    ['translations:20', 'translations:20'],
    ['translations:*', 'translations:*'],
    ['tafsirs:169;articles:1', 'articles:1;tafsirs:169'],
    ['translations:131,20', 'translations:20,131'],
    // By value, not by text.
    ['translations:100,20,3', 'translations:3,20,100'],
    ['translations:20,20,131,20', 'translations:20,131'],
    ['translations:20,*', 'translations:*'],
    ['translations:*,20', 'translations:*'],
    ['translations:*,*', 'translations:*'],
    ['translations:131;tafsirs:169;translations:20', 'tafsirs:169;translations:20,131'],
    ['translations:20;translations:20', 'translations:20'],
    ['translations:*;translations:20', 'translations:*'],
    ['translations:20;translations:*', 'translations:*'],
    ['translations:20;translations:*;translations:131', 'translations:*'],
    [
      'word_by_word_translations:*;translations:*;word_by_word_transliterations:60',
      'translations:*;word_by_word_translations:*;word_by_word_transliterations:60',
    ],
    // Groups that were added later.
    ['translations:20;quran_core:*', 'quran_core:*;translations:20'],
    ['g:1;g2:1;g_:1', 'g:1;g2:1;g_:1'],
    [`translations:${Number.MAX_SAFE_INTEGER}`, 'translations:9007199254740991'],
  ])('%j is %j', (given, canonical) => expect(canonicalFilter(given)).toBe(canonical))

  test('every documented group can be asked for', () => {
    const all = resourceGroups.map((group) => `${group}:*`)
    expect(canonicalFilter(all.toReversed().join(';'))).toBe(all.join(';'))
  })

  test('a parsed filter has groups by name, ids ascending', () => {
    expect(parseFilter('translations:131,20;tafsirs:*')).toEqual({
      groups: [
        { group: 'tafsirs', ids: '*' },
        { group: 'translations', ids: [20, 131] },
      ],
    })
  })
})

describe('a filter that cannot be meant is refused, naming the part', () => {
  const clauses = /a semicolon with no group beside it/
  const ids = /a comma with no id beside it/
  const number = /neither \* nor a whole number/
  const least = /ids begin at 1/
  test.each<[filter: string, part: string, problem: RegExp]>([
    ['', '', /the filter is empty/],
    ['  \n', '  \n', /the filter is empty/],
    ['translations', 'translations', /needs a colon/],
    ['tafsirs:*;translations', 'translations', /needs a colon/],
    ['*', '*', /needs a colon/],
    ['translations:', 'translations:', /no \* and no id after the colon/],
    ['tafsirs:*;translations:;articles:*', 'translations:', /no \* and no id/],
    // Separators
    [';', ';', clauses],
    ['tafsirs:*;;translations:20', 'tafsirs:*;;translations:20', clauses],
    [';tafsirs:*', ';tafsirs:*', clauses],
    ['tafsirs:*;', 'tafsirs:*;', clauses],
    ['tafsirs:*;translations:20,,131', 'translations:20,,131', ids],
    ['translations:,20', 'translations:,20', ids],
    ['translations:20,', 'translations:20,', ids],
    ['translations:*,', 'translations:*,', ids],
    ['translations:,', 'translations:,', ids],
    ['translations::20', 'translations::20', number],
    ['translations:20:131', 'translations:20:131', number],
    ['translations:20|131', 'translations:20|131', number],
    // Ids
    ['translations:0', 'translations:0', least],
    ['translations:20,0', 'translations:20,0', least],
    ['translations:*,0', 'translations:*,0', least],
    ['translations:000', 'translations:000', least],
    ['translations:-1', 'translations:-1', least],
    ['translations:-0', 'translations:-0', least],
    ['translations:020', 'translations:020', /"020" begins with a zero/],
    ['translations:1.5', 'translations:1.5', number],
    ['translations:20.0', 'translations:20.0', number],
    ['translations:1e3', 'translations:1e3', number],
    ['translations:0x14', 'translations:0x14', number],
    ['translations:+20', 'translations:+20', number],
    ['translations:1_000', 'translations:1_000', number],
    ['translations:٢٠', 'translations:٢٠', number],
    ['translations:**', 'translations:**', number],
    ['translations:2*', 'translations:2*', number],
    ['translations:all', 'translations:all', number],
    ['translations:20,x', 'translations:20,x', number],
    ['translations:9007199254740992', 'translations:9007199254740992', /too large/],
    ['translations:9007199254740993', 'translations:9007199254740993', /too large/],
    [`translations:${'9'.repeat(400)}`, `translations:${'9'.repeat(400)}`, /too large/],
    // Groups
    [':20', ':20', /"" is not a group name/],
    ['Translations:20', 'Translations:20', /"Translations" is not a group name/],
    ['trans-lations:20', 'trans-lations:20', /not a group name/],
    ['2translations:20', '2translations:20', /not a group name/],
    ['_translations:20', '_translations:20', /not a group name/],
    ['ترجمة:20', 'ترجمة:20', /not a group name/],
    ['translations,tafsirs:20', 'translations,tafsirs:20', /not a group name/],
    ['__proto__:20', '__proto__:20', /not a group name/],
    ['\ud800:20', '\ud800:20', /not a group name/],
    ['*:*', '*:*', /not a group name/],
    ['translations%3A20', 'translations%3A20', /needs a colon/],
    // Spaces
    [' translations:20', ' translations:20', /no spaces/],
    ['tafsirs:*; translations:20', ' translations:20', /no spaces/],
    ['translations: 20', 'translations: 20', /no spaces/],
    ['translations:20, 131', 'translations:20, 131', /no spaces/],
    ['translations:20\n', 'translations:20\n', /no spaces/],
    ['translations:20;\u00a0', '\u00a0', /no spaces/],
  ])('%j', (filter, part, problem) => {
    for (const read of [parseFilter, canonicalFilter]) {
      const error = thrown(() => read(filter))
      expect(error).toBeInstanceOf(InvalidFilterError)
      expect(error).toMatchObject({
        name: 'InvalidFilterError',
        code: 'invalid_filter',
        retryable: false,
        part,
        details: { part, problem: expect.stringMatching(problem) as string },
      })
      expect((error as Error).message).toContain(JSON.stringify(part))
      expect((error as Error).message).toMatch(problem)
      expect(isWaraqError(error)).toBe(true)
      expect(structuredClone((error as InvalidFilterError).details)).toEqual({
        part,
        problem: expect.any(String) as string,
      })
    }
  })

  test.each([[undefined], [null], [5], [{}], [['translations:20']], [Symbol('filter')]])(
    'no text: %o',
    (value) => expect(() => parseFilter(value as never)).toThrow(/the filter is no text/),
  )
})

describe('any filter', () => {
  const runs = 1000

  test.each([1, 2, 3])('survives being written and read again (seed %i)', (seed) => {
    const random = seeded(seed)
    for (let run = 0; run < runs; run++) {
      const filter = randomFilter(random)
      const parsed = parseFilter(filter)
      const canonical = canonicalFilter(filter)
      expect(formatFilter(parsed), filter).toBe(canonical)
      expect(parseFilter(canonical), filter).toEqual(parsed)
      expect(canonicalFilter(canonical), filter).toBe(canonical)
    }
  })

  test.each([4, 5, 6])('means the same in any order (seed %i)', (seed) => {
    const random = seeded(seed)
    for (let run = 0; run < runs; run++) {
      const filter = randomFilter(random)
      const other = random
        .shuffled(filter.split(';'))
        .map((clause) => {
          const [group, ids] = clause.split(':') as [string, string]
          return `${group}:${random.shuffled(ids.split(',')).join(',')}`
        })
        .join(';')
      expect(canonicalFilter(other), `${filter} as ${other}`).toBe(canonicalFilter(filter))
    }
  })

  test.each([7, 8, 9])('covers exactly what its text names (seed %i)', (seed) => {
    const random = seeded(seed)
    for (let run = 0; run < runs; run++) {
      const filter = randomFilter(random)
      const parsed = parseFilter(filter)
      const ref = { group: random.pick(groups), id: 1 + random.int(12) }
      const named = filter.split(';').some((clause) => {
        const [group, ids] = clause.split(':') as [string, string]
        return group === ref.group && ids.split(',').some((id) => id === '*' || id === String(ref.id))
      })
      expect(filterCovers(parsed, ref), `${filter} ${JSON.stringify(ref)}`).toBe(named)
    }
  })

  test.each([10, 11, 12])('of damaged text is refused by its own error or read stably (seed %i)', (seed) => {
    const random = seeded(seed)
    const characters = [...'abz_:;,*019- .\n', '\ud800', 'é']
    for (let run = 0; run < runs; run++) {
      const text = [...randomFilter(random)]
      for (let edits = 1 + random.int(3); edits > 0; edits--) {
        text.splice(random.int(text.length + 1), random.int(2), random.pick(characters))
      }
      const damaged = text.join('')
      try {
        const canonical = canonicalFilter(damaged)
        expect(canonicalFilter(canonical), damaged).toBe(canonical)
        expect(() => encodeURIComponent(canonical)).not.toThrow()
      } catch (error) {
        expect(error, damaged).toBeInstanceOf(InvalidFilterError)
        expect(damaged).toContain((error as InvalidFilterError).part)
      }
    }
  })

  // Code that compared each id with all others would not end within the runner's limit.
  test('of very many clauses and ids is read', () => {
    const many = 200_000
    const clauses = Array.from({ length: many }, (_, index) => `translations:${many - index}`)
    const { groups: parsed } = parseFilter(clauses.join(';'))
    expect(parsed).toHaveLength(1)
    expect(parsed[0]?.ids).toHaveLength(many)
  })
})

const groups = [...resourceGroups, 'quran_core', 'a']

/** A valid filter, seldom canonical. Ids are few, so that they repeat. */
function randomFilter(random: Random): string {
  return Array.from({ length: 1 + random.int(6) }, () => {
    const ids = Array.from({ length: 1 + random.int(5) }, () =>
      random.int(8) === 0 ? '*' : String(random.int(20) === 0 ? 2 ** 53 - 1 : 1 + random.int(12)),
    )
    return `${random.pick(groups)}:${ids.join(',')}`
  }).join(';')
}

function thrown(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown.')
}

describe('groups that this version does not know', () => {
  test.each([
    ['translation:20', 'translation:20', 'translations'],
    ['tafsir:*;translations:20', 'tafsir:*', 'tafsirs'],
    ['mushaf:1', 'mushaf:1', 'mushafs'],
    ['word_by_word_translation:59', 'word_by_word_translation:59', 'word_by_word_translations'],
    ['recitation:7', 'recitation:7', 'recitations'],
  ])('%s is refused at %s, and told of %s', (filter, part, nearest) => {
    const refuse = () => checkGroups(parseFilter(filter))
    expect(refuse).toThrowError(InvalidFilterError)
    expect(refuse).toThrowError(expect.objectContaining({ code: 'invalid_filter', part }))
    expect(refuse).toThrowError(`Did you mean ${nearest}?`)
  })
  test('are none of those that the service documents', () => {
    for (const group of resourceGroups) expect(() => checkGroups(parseFilter(`${group}:*`))).not.toThrow()
  })
})
