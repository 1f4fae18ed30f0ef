import { expect, it } from 'vitest'
import { compareStores } from './both-stores.ts'

it('the store on disk and the SDK’s own in memory live the same lives', { timeout: 600_000 }, async () => {
  const { requests, counts } = await compareStores(1, 20)
  expect(requests).toBeGreaterThan(200)
  for (const what of ['written', 'switched', 'restarted', 'lost before', 'lost after', 'precondition_failed'])
    expect([what, counts[what]! > 0]).toEqual([what, true])
})
