import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { expect, test } from 'vitest'
import { adminHandler } from './start-relay.ts'
import { relayMetrics } from './metrics.ts'

function bench() {
  const clock = new VirtualClock()
  const metrics = relayMetrics(clock)
  const lines = async () => (await metrics.text()).split('\n').filter((line) => !line.startsWith('#'))
  return { clock, metrics, lines }
}

test('requests, refusals and answers of the issuer are counted', async () => {
  const { metrics, lines } = bench()
  const request = 'r'
  metrics.observe({ event: 'answered', route: 'token', status: 200, ms: 4, request })
  metrics.observe({ event: 'answered', route: 'token', status: 403, ms: 1, request })
  metrics.observe({ event: 'refused', reason: 'origin_unlisted', origin: 'https://evil.example' })
  metrics.observe({ event: 'limited', limit: 'client' })
  metrics.observe({ event: 'preempted' })
  metrics.observe({ event: 'issuer_failed', reason: 'timeout', pauseMs: 1_000 })
  metrics.observe({ event: 'issued', lifeSeconds: 3_600, lifeIsGuess: false })
  metrics.observe({ event: 'store_failed' })
  metrics.observe({ event: 'upstream_failed', status: 502 })
  const reported = await lines()
  expect(reported).toEqual(
    expect.arrayContaining([
      'waraq_relay_requests_total{route="token",status="200"} 1',
      'waraq_relay_requests_total{route="token",status="403"} 1',
      'waraq_relay_request_seconds_bucket{le="0.005",route="token"} 2',
      'waraq_relay_refusals_total{reason="origin_unlisted"} 1',
      'waraq_relay_limited_total{limit="client"} 1',
      'waraq_relay_preempted_total 1',
      'waraq_relay_issuer_requests_total{result="failed",reason="timeout"} 1',
      'waraq_relay_issuer_requests_total{result="issued",reason=""} 1',
      'waraq_relay_store_failures_total 1',
      'waraq_relay_upstream_failures_total{status="502"} 1',
    ]),
  )
  // Texts of callers are no labels, because each value of a label takes memory.
  expect(reported.join()).not.toContain('evil')
})

test('the age of the token and the breaker are those of the moment', async () => {
  const { clock, metrics, lines } = bench()
  expect(await lines()).toContain('waraq_relay_token_age_seconds 0')
  metrics.observe({ event: 'taken_over', lifeSeconds: 100 })
  await clock.advance(30_000)
  metrics.observe({ event: 'issuer_failed', reason: 'timeout', pauseMs: 5_000 })
  expect(await lines()).toEqual(
    expect.arrayContaining([
      'waraq_relay_token_age_seconds 30',
      'waraq_relay_token_left_seconds 70',
      'waraq_relay_breaker_left_seconds 5',
    ]),
  )
})

test('a relay is ready while it has a token, or may get one', async () => {
  const { clock, metrics } = bench()
  let ending = false
  const admin = adminHandler(metrics, () => ending)
  const ask = async (path: string, method = 'GET') => {
    const { status } = await admin(new Request(`http://127.0.0.1${path}`, { method }))
    return status
  }
  expect([await ask('/health'), await ask('/ready'), await ask('/metrics')]).toEqual([200, 200, 200])
  expect([await ask('/'), await ask('/ready', 'POST')]).toEqual([404, 405])
  metrics.observe({ event: 'issuer_refused', reason: 'invalid_client', pauseMs: 60_000 })
  expect([await ask('/health'), await ask('/ready')]).toEqual([200, 503])
  await clock.advance(60_000)
  expect(await ask('/ready')).toBe(200)
  metrics.observe({ event: 'issued', lifeSeconds: 100, lifeIsGuess: false })
  metrics.observe({ event: 'issuer_failed', reason: 'timeout', pauseMs: 60_000 })
  expect(await ask('/ready')).toBe(200)
  await clock.advance(100_000)
  metrics.observe({ event: 'issuer_failed', reason: 'timeout', pauseMs: 60_000 })
  expect(await ask('/ready')).toBe(503)
  await clock.advance(60_000)
  ending = true
  expect(await ask('/ready')).toBe(503)
})
