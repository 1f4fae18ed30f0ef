import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { expect, test } from 'vitest'
import type { RefusalReason, RelayLogEntry } from './log.ts'
import { teller } from './teller.ts'

function bench() {
  const clock = new VirtualClock()
  const log: RelayLogEntry[] = []
  const observed: RelayLogEntry[] = []
  const reported = teller(
    (entry) => log.push(entry),
    (entry) => observed.push(entry),
    clock,
  )
  const tell = (reason: RefusalReason, origin?: string) => reported({ event: 'refused', reason, origin })
  return { clock, log, observed, reported, tell }
}

test.each([
  'http://127.0.0.1:5173',
  'http://[::1]:5173',
  'https://xn--mgbh0fb.example',
  'capacitor://localhost',
])('which origin is not listed is told: %s', (origin) => {
  const { log, tell } = bench()
  tell('origin_unlisted', origin)
  tell('body', origin)
  expect(log).toEqual([
    { event: 'refused', reason: 'origin_unlisted', origin },
    { event: 'refused', reason: 'body' },
  ])
})

test.each([
  'https://a\u001b[31m',
  'https://a\nb',
  'https://a/path',
  'https://user:secret@a',
  `https://${'a'.repeat(101)}`,
  'a secret',
])('what is no origin is not repeated: %j', (origin) => {
  const { log, tell } = bench()
  tell('origin_unlisted', origin)
  expect(log).toEqual([{ event: 'refused', reason: 'origin_unlisted' }])
})

test('a flood gets few lines, and is counted', async () => {
  const { clock, log, observed, tell } = bench()
  for (let n = 0; n < 1_000; n += 1) tell('origin_unlisted', 'https://evil.example')
  expect(log).toHaveLength(1)
  for (let n = 0; n < 1_000; n += 1) tell('origin_unlisted', `https://${n}.example`)
  expect(log).toHaveLength(20)
  expect(log[1]).toMatchObject({ unreported: 999 })
  await clock.advance(59_999)
  tell('method')
  expect(log).toHaveLength(20)
  await clock.advance(1)
  tell('method')
  tell('method')
  expect(log.slice(20)).toEqual([{ event: 'refused', reason: 'method', unreported: 982 }])
  expect(observed).toHaveLength(2_003)
})

test('requests that differ by their id alone are the same', () => {
  const { log, reported } = bench()
  for (const request of ['a', 'b', 'c']) reported({ event: 'limited', limit: 'all', request })
  expect(log).toEqual([{ event: 'limited', limit: 'all', request: 'a' }])
})

test('what callers do not cause is told each time, and answers are told to the observer alone', () => {
  const { log, observed, reported } = bench()
  for (let n = 0; n < 30; n += 1) reported({ event: 'issued', lifeSeconds: 60, lifeIsGuess: false })
  reported({ event: 'answered', route: 'token', status: 200, ms: 1, request: 'a' })
  expect([log.length, observed.length]).toEqual([30, 31])
})

test('a log that throws or rejects is its own affair', () => {
  const failing = () => {
    throw new Error('full')
  }
  const reported = teller(failing, async () => Promise.reject(new Error('full')), new VirtualClock())
  expect(() => reported({ event: 'store_failed' })).not.toThrow()
})
