import { describe, expect, it } from 'vitest'
import { exitCodeOf } from '../../../doctor/report.ts'
import { conformClient } from '../conform-client.ts'
import { handWritten, mistakes, tokenJustBefore, type Mistake } from '../hand-written.test-support.ts'

const reportOn = (mistake?: Mistake | typeof tokenJustBefore) =>
  conformClient({ open: handWritten(mistake), version: '0' })

describe('a client that was written by hand', () => {
  it('without a mistake is told so', async () => {
    const report = await reportOn()
    expect(report.findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([])
    expect(report.findings.map(({ check }) => check)).toEqual(['quiet', ...mistakes])
    expect(exitCodeOf(report)).toBe(0)
  })
  it.each(mistakes)('with %s is told of that, and of nothing else', async (mistake) => {
    const report = await reportOn(mistake)
    const found = report.findings.filter(({ verdict }) => verdict !== 'ok')
    expect(found.map(({ verdict, check, seen }) => `${verdict} ${check} ${seen}`)).toEqual([
      expect.stringMatching(`^differs ${mistake} `),
    ])
    expect(exitCodeOf(report)).toBe(1)
  })
  it('with a token that is stored just before its rows is told of the first mistake', async () => {
    const { findings } = await reportOn(tokenJustBefore)
    const [first] = findings.filter(({ verdict }) => verdict !== 'ok')
    expect(`${first?.check} ${first?.seen}`).toMatch(
      /^token_by_itself It ended before it wrote for the 2nd time\./,
    )
  })
})
