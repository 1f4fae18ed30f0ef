import { expect, it } from 'vitest'
import { parseVerses } from './verse-numbers.ts'

it.each<[string, string | null]>([
  ['2:255', '2:255-2:255'],
  ['/2/255/', '2:255-2:255'],
  ['2:255-', '2:255-2:255'],
  ['002255', '2:255-2:255'],
  ['002300', null],
  ['2/255-257', '2:255-2:257'],
  ['2:285-3:5', '2:285-3:5'],
  ['٢:٢٥٥', '2:255-2:255'],
  ['Al-Baqarah 255', null],
  ['2', null],
  ['1:1:1', null],
  ['2:255-257-259', null],
  ['9'.repeat(1_000_000), null],
])('%.20s', (text, verses) => {
  const parsed = parseVerses(text)
  const place = parsed?.status === 'ok' && parsed.place.kind === 'verses' ? parsed.place : null
  expect(place && `${place.from}-${place.to}`).toBe(verses)
})

it('says what does not exist', () => {
  expect(parseVerses('2:300')).toEqual({
    status: 'out_of_range',
    part: 'verse',
    number: 300,
    max: 286,
    chapter: 2,
  })
  expect(parseVerses('3:5-115:2')).toEqual({ status: 'out_of_range', part: 'chapter', number: 115, max: 114 })
})
