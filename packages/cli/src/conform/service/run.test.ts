import { failure } from '@waraq/test-support/failure'
import { expect, it } from 'vitest'
import { triggersAt } from './run.ts'

const { signal } = new AbortController()

it.each([
  [204, true],
  [404, false],
  [501, false],
])('an answer of %i: it is done, %s', async (status, isDone) => {
  const asked: Request[] = []
  const bring = triggersAt('http://localhost/triggers', {
    signal,
    fetch: async (input, init) => {
      asked.push(new Request(input, init))
      return new Response(null, { status })
    },
  })
  expect(await bring('rows')).toBe(isDone)
  expect([asked[0]!.method, await asked[0]!.json()]).toEqual(['POST', { trigger: 'rows' }])
})

it('any other answer is a failure, not a service that cannot', async () => {
  const bring = triggersAt('http://localhost/triggers', {
    signal,
    fetch: async () => new Response('{}', { status: 500 }),
  })
  expect(await failure(bring('edition'))).toMatchObject({ code: 'service_failed', status: 500 })
})
