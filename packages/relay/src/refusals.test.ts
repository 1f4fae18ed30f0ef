import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { expect, test } from 'vitest'
import type { RelayLogEntry } from './log.ts'
import { refusalTeller } from './refusals.ts'

function bench() {
  const clock = new VirtualClock()
  const log: RelayLogEntry[] = []
  return { clock, log, tell: refusalTeller((entry) => log.push(entry), clock) }
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
  const { clock, log, tell } = bench()
  for (let n = 0; n < 1_000; n += 1) tell('origin_unlisted', 'https://evil.example')
  expect(log).toHaveLength(1)
  for (let n = 0; n < 1_000; n += 1) tell('origin_unlisted', `https://${n}.example`)
  expect(log).toHaveLength(20)
  expect(log[1]).toMatchObject({ untold: 999 })
  await clock.advance(59_999)
  tell('method')
  expect(log).toHaveLength(20)
  await clock.advance(1)
  tell('method')
  tell('method')
  expect(log.slice(20)).toEqual([{ event: 'refused', reason: 'method', untold: 982 }])
})
