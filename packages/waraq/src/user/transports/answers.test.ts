import { expect, it } from 'vitest'
import { dataOf, idOf } from './answers.ts'

const unclear = expect.objectContaining({ code: 'invalid_response', retryable: true })

it('gives what an answer is for', () => {
  expect(dataOf({ data: [1] })).toEqual([1])
  expect(idOf({ data: { id: 'n1' } })).toBe('n1')
})

it.each([undefined, null, 1e308, 'text'])('takes %s for no answer', (data) => {
  expect(() => dataOf({ data })).toThrow(unclear)
})

it.each([undefined, '', 7])('takes %s for no id', (id) => {
  expect(() => idOf({ data: { id: id as string } })).toThrow(unclear)
})
