import { expect, it } from 'vitest'
import { isRedirect } from './redirects.ts'

const answer = (status: number, redirected = false) => ({ status, redirected }) as Response

it('knows an answer that leads elsewhere', () => {
  for (const status of [0, 300, 301, 304, 307, 399])
    expect([status, isRedirect(answer(status))]).toEqual([status, true])
  for (const status of [200, 204, 299, 400, 503])
    expect([status, isRedirect(answer(status))]).toEqual([status, false])
  expect(isRedirect(answer(200, true))).toBe(true)
})
