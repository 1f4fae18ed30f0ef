import { describe, expect, it } from 'vitest'
import { exitCodeOf } from '../../../doctor/report.ts'
import { conformClient } from '../conform-client.ts'
import { handWritten, mistakes, type Habit } from '../hand-written.test-support.ts'

const reportOn = (habit?: Habit, only?: readonly string[]) =>
  conformClient({ open: handWritten(habit), version: '0', timeoutMs: 120_000, only })

describe('a client that was written by hand', () => {
  it('without a mistake is told so', async () => {
    const report = await reportOn()
    expect(report.findings.filter(({ verdict }) => verdict !== 'ok')).toEqual([])
    expect(report.findings.map(({ check }) => check)).toEqual(['quiet', ...mistakes])
    expect(exitCodeOf(report)).toBe(0)
  })

  it.each<[Habit, RegExp]>([
    ['token_by_itself', /ended while it waited for request 2, the snapshot translations\/20.*15 missing/],
    ['page_by_page', /rows of neither edition while it waited for the feed of .* by cursor/],
    [
      'snapshot_as_it_comes',
      /the edition of before, and it stayed: translations:131: .* 15 of another state/,
    ],
    ['old_rows_first', /new edition, while the snapshot was on its way a reader missed them: .* 15 missing/],
    ['token_outlives_filter', /with the token of another filter, and was refused/],
    ['two_tabs', /the slower one put the edition of before over it/],
    ['every_error_again', /refused with 429 with Retry-After: 3600 asked 5 times/],
    [
      'withdrawn_stays',
      /a row and a resource are gone, and they are still shown: translations:20: .* 1 too many/,
    ],
  ])('with %s is told of that, and of nothing else', async (mistake, observed) => {
    const report = await reportOn(mistake)
    const found = report.findings.filter(({ verdict }) => verdict !== 'ok')
    expect(found).toEqual([expect.objectContaining({ check: mistake, verdict: 'differs' })])
    expect(found[0]!.observed).toMatch(observed)
    expect(exitCodeOf(report)).toBe(1)
  })

  it.each<[Habit, string, RegExp]>([
    ['token_just_before', 'token_by_itself', /^It ended before it wrote for the 2nd time\./],
    ['stores_what_came', 'page_by_page', /after the connection had broken between two pages/],
    ['clears_on_410', 'old_rows_first', /^After 410 resync_required, /],
    [
      'keeps_its_first_filter',
      'token_outlives_filter',
      /^With the filter translations:20,131 it never became current/,
    ],
    ['leaves_a_flag', 'two_tabs', /the other one never asked again/],
    ['again_401', 'every_error_again', /refused with 401 asked 5 times/],
    ['again_403', 'every_error_again', /refused with 403 asked 5 times/],
    ['again_422', 'every_error_again', /refused with 422 invalid_resources asked 5 times/],
    ['again_503', 'every_error_again', /refused with 503 with Retry-After: 3600 asked 5 times/],
    ['gives_up', 'every_error_again', /^After a single 503 it never became current/],
    ['forgets_lists', 'withdrawn_stays', /withdrawn while its token became too old, and is still shown/],
    ['believes_lists', 'withdrawn_stays', /^A list that was cut short left it out, and it was removed/],
    ['stops_after_the_first', 'quiet', /^After a later sync: /],
    ['stores_by_itself', 'quiet', /^In another tab, before it syncs: /],
  ])('that %s is told of %s', async (habit, script, observed) => {
    // What the other scripts say of it is not looked at here.
    const { findings } = await reportOn(habit, [script])
    const differing = findings.filter(({ verdict }) => verdict === 'differs')
    expect(differing.find(({ check }) => check === script)?.observed).toMatch(observed)
  })
})
