import { describe, expect, it } from 'vitest'
import { arGoing } from '../../demo/src/words/ar-going.ts'
import { ar } from '../../demo/src/words/ar.ts'
import { enGoing } from '../../demo/src/words/en-going.ts'
import { en } from '../../demo/src/words/en.ts'
import { arPlayer } from '../../demo/src/words/ar-player.ts'
import { enPlayer } from '../../demo/src/words/en-player.ts'
import { enUser } from '../../demo/src/user/words/en-user.ts'
import { arUser } from '../../demo/src/user/words/ar-user.ts'

/** Figures, plurals and the two dictionaries. That no line is missing, the compiler checks. */

const now = Date.parse('2026-01-10T12:00:00Z')
const minute = 60_000

describe('figures', () => {
  it('are in the digits of the language', () => {
    expect(en.figures.number(1234)).toBe('1,234')
    expect(ar.figures.number(1234)).toBe('١٬٢٣٤')
    expect(en.figures.bytes(3_650_000)).toBe('3.7 MB')
    expect(ar.figures.bytes(3_650_000)).toMatch(/^٣٫٧/)
    expect(en.figures.bytes(24_400)).toBe('24 kB')
    expect(en.figures.bytes(2_500_000_000)).toBe('2.5 GB')
  })

  it.each<[number, string, string]>([
    [0, '0 verses', 'لا آيات'],
    [1, '1 verse', 'آية واحدة'],
    [2, '2 verses', 'آيتان'],
    [3, '3 verses', '٣ آيات'],
    [11, '11 verses', '١١ آية'],
    [100, '100 verses', '١٠٠ آية'],
    [286, '286 verses', '٢٨٦ آية'],
  ])('%i verses are counted as the language counts', (count, english, arabic) => {
    expect([en.resource.verses(count), ar.resource.verses(count)]).toEqual([english, arabic])
  })

  it.each<[ms: number, string]>([
    [0, 'just now'],
    [20_000, 'in less than a minute'],
    [-3 * minute, '3 minutes ago'],
    [57 * minute, 'in 57 minutes'],
    [-35 * 60 * minute, '35 hours ago'],
    [-9 * 24 * 60 * minute, '9 days ago'],
  ])('a time %i ms away', (ms, words) => {
    expect(en.figures.relativeTime(now + ms, now)).toBe(words)
  })
})

/** All texts of a dictionary with the path to them; functions are left out. */
function textsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, child]) => textsOf(child, `${path}.${key}`))
}

describe('words of a database', () => {
  it('are on the page for developers only', () => {
    const ours = /\b(rows?|commit\w*|sequence|feed|fetch\w*|kept|snapshots?|[a-z_]+:\d+)\b/i
    const { panel: _, ...readers } = en
    const found = [readers, enUser(en.figures), enGoing, enPlayer(en.figures)]
      .flatMap((each) => textsOf(each))
      .filter(([, text]) => ours.test(text))
    expect(found).toEqual([])
  })
})

it.each([enUser(en.figures), arUser(ar.figures)])('a name that is taken is said to be', ({ failed }) => {
  const plain = failed('invalid_argument')
  expect(failed('invalid_argument', 'name')).not.toBe(plain)
  expect(failed('invalid_argument', 'body')).toBe(plain)
  expect(failed('outbox_full', 'name')).toBe(failed('outbox_full'))
})

describe('Arabic', () => {
  it('is Arabic in every line', () => {
    const latin = [ar, arUser(ar.figures), arGoing, arPlayer(ar.figures)]
      .flatMap((each) => textsOf(each))
      .filter(
        ([path, text]) =>
          !/[\u0600-\u06ff]/.test(text) && !['.settings.sample', '.keys.arrows'].includes(path),
      )
    expect(latin).toEqual([])
  })

  it('has Arabic digits in every line but the names of licences, and the codes that developers read', () => {
    const { panel: _, ...readers } = ar
    const latin = [readers, arUser(ar.figures), arGoing, arPlayer(ar.figures)]
      .flatMap((each) => textsOf(each))
      .filter(([, text]) => /[0-9]/.test(text.replace(/CC BY-SA 4\.0/g, '')))
    expect(latin).toEqual([])
  })

  it('has words of its own for what the engine tells those who build readers, as English has', () => {
    expect(ar.problem('network')).toMatch(/[\u0600-\u06ff]/)
    expect(en.problem('network')).toMatch(/^The service is not responding/)
    for (const { problem, knownProblem } of [en, ar]) {
      expect(knownProblem('some_future_code')).toBeNull()
      expect(problem('some_future_code')).toMatch(/some.future.code/)
    }
  })
})
