import { systemClock, type Clock } from 'waraq/client'
import { expect, it } from 'vitest'
import { serve } from '../../odd-service.test-support.ts'
import { examine } from '../examine.ts'

const poll = 20_000

/** What the check says of a service that is watched for a minute; `during` happens before each look but the first. */
async function watched(during: (probe: number, publish: (key: number) => void) => void) {
  const { sandbox, contentRoot, issuer } = await serve()
  let elapsed = 0
  let probes = 1
  const clock: Clock = {
    ...systemClock,
    monotonic: () => elapsed,
    sleep: async (ms, signal) => {
      if (ms !== poll) return systemClock.sleep(ms, signal)
      elapsed += ms
      during(++probes, (key) =>
        sandbox.publish([{ resource: 'translations:20', update: { key, text: 'x' } }]),
      )
    },
  }
  const { findings } = await examine({
    service: { contentRoot, issuer },
    origin: 'http://localhost:5173',
    watchMs: 60_000,
    fetch,
    clock,
    random: () => 0,
    version: '0',
  })
  return { probes, finding: findings.find(({ check }) => check === 'record_key') }
}

it('the feed is looked at until the time is over', async () => {
  const { probes, finding } = await watched((probe, publish) => {
    if (probe === 3) publish(200_001)
  })
  expect(probes).toBe(4)
  expect(finding).toMatchObject({ verdict: 'ok', observed: 'It is the row’s id (translation).' })
})

it('where nothing changed, nothing is said of it, but what to do', async () => {
  const { probes, finding } = await watched(() => undefined)
  expect(probes).toBe(4)
  expect(finding).toMatchObject({
    verdict: 'untested',
    follows: expect.stringContaining('--watch') as string,
  })
})
