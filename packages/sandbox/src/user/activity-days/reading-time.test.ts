import { EstimateReadingTimeResponse } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { signedIn, userSandbox } from '../user-data.test-support.ts'

const path = '/v1/activity-days/estimate-reading-time'

describe('an estimate of the time', () => {
  const seconds = async (range: string) => {
    const answer = await (await signedIn(userSandbox(), 'amina')).get(path, { ranges: range })
    return EstimateReadingTimeResponse.parse(answer).data.seconds
  }

  it('is longer for more words', async () => {
    expect(await seconds('1:1-1:1')).toBe(4)
    expect(await seconds('1:1-1:2')).toBe(8)
    expect(await seconds('2:282-2:282')).toBeGreaterThan(100)
  })

  it('adds ranges up', async () => {
    expect(await seconds('1:1-1:1,1:1-1:2')).toBe(12)
  })

  it('is a second at least', async () => {
    expect(await seconds('20:1-20:1')).toBe(1)
  })

  it.each([['1:7-1:1'], ['1:8-1:8'], ['1:1'], ['1:1-1:2,'], ['1:1-1:2,2:287-2:287']])(
    'refuses %s',
    async (ranges) => {
      const refusal = await (
        await signedIn(userSandbox(), 'amina')
      ).refused('GET', path, { query: { ranges } })
      expect(refusal).toBe('422 unprocessable_entity')
    },
  )

  it('needs a range', async () => {
    const refusal = await (await signedIn(userSandbox(), 'amina')).refused('GET', path)
    expect(refusal).toBe('422 unprocessable_entity')
  })
})
