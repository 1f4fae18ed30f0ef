import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

test('as many as there are for a client, whose IPv6 network counts as one, and each comes back', () => {
  const take = createSlots({ all: 10, perClient: 2 })
  const first = take('2001:db8::1')
  const second = take('2001:db8::2')
  expect([typeof first, typeof second, take('2001:db8::3')]).toEqual(['function', 'function', undefined])
  expect(take('203.0.113.1')).toBeDefined()
  first!()
  expect(take('2001:db8::3')).toBeDefined()
  expect(take('2001:db8::3')).toBeUndefined()
})

test('as many as there are in all, of clients known and unknown', () => {
  const take = createSlots({ all: 3, perClient: 2 })
  const slots = [take(undefined), take(undefined), take(undefined)]
  expect([take(undefined), take('203.0.113.1')]).toEqual([undefined, undefined])
  for (const release of slots) release!()
  expect([take(undefined), take('203.0.113.1'), take('203.0.113.2'), take(undefined)]).toEqual([
    expect.any(Function),
    expect.any(Function),
    expect.any(Function),
    undefined,
  ])
})

test('500 and 16 without a word', () => {
  const take = createSlots()
  for (let n = 0; n < 16; n += 1) expect(take('203.0.113.1')).toBeDefined()
  expect(take('203.0.113.1')).toBeUndefined()
  for (let n = 16; n < 500; n += 1) expect(take(undefined)).toBeDefined()
  expect(take(undefined)).toBeUndefined()
})
