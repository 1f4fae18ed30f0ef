import { WaraqError } from '@waraq/protocol'
import { expect, it } from 'vitest'
import type { Check } from './checks/check.ts'
import { findingsOf } from './make-report.ts'
import { failed, ok } from './report.ts'

const check = (name: string, more: Partial<Check<string>> = {}): Check<string> => ({
  name,
  assumes: `${name} is so.`,
  run: async (probe) => ok(`${probe} was seen.`),
  ...more,
})
const nothing = () => undefined

it('runs checks one after the other, and reports each before it runs', async () => {
  const reported: unknown[] = []
  const checks = [check('one'), check('two', { from: 'the interface' })]
  const findings = await findingsOf(checks, 'It', nothing, (...step) => reported.push(step))
  const observed = { verdict: 'ok', observed: 'It was seen.' }
  expect(findings).toEqual([
    { check: 'one', assumed: 'one is so.', ...observed },
    { check: 'two', assumed: 'two is so.', from: 'the interface', ...observed },
  ])
  expect(reported).toEqual([
    ['one', 1, 2],
    ['two', 2, 2],
  ])
})

it('makes no check that something prevents, unless it runs anyway', async () => {
  const checks = [check('token'), check('list'), check('clock', { runsAnyway: true })]
  const findings = await findingsOf(
    checks,
    'It',
    (known) => (known.length > 0 ? failed('Not tried.') : undefined),
    undefined,
  )
  expect(findings.map(({ verdict }) => verdict)).toEqual(['ok', 'failed', 'ok'])
})

it('counts a rejected check as failed, and ends only if the person aborts', async () => {
  const rejecting = (error: unknown) => [check('one', { run: () => Promise.reject(error) })]
  const resultOf = async (error: unknown) => (await findingsOf(rejecting(error), 'It', nothing, undefined))[0]
  const lost = new WaraqError({ code: 'network', message: 'No answer came.', retryable: true })
  expect(await resultOf(lost)).toMatchObject({ verdict: 'failed', observed: 'No answer came.' })
  expect(await resultOf(new Error('odd'))).toMatchObject({
    verdict: 'failed',
    observed: 'The check broke: Error: odd',
    follows: 'This is a defect of waraq: please report it.',
  })
  const aborted = new WaraqError({ code: 'aborted', message: 'Aborted.', retryable: false })
  await expect(findingsOf(rejecting(aborted), 'It', nothing, undefined)).rejects.toBe(aborted)
})
