import { describe, expect, test } from 'vitest'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { createContentClient } from '../content-client.ts'
import { json, lastPage } from '../scripted-service.test-support.ts'

const contentRoot = 'https://service.example/content'
const tokens = { get: async () => ({ token: 't', clientId: 'c', expiresAt: Infinity }) }
const request = { filter: 'translations:20', bootstrap: true } as const

/** A client whose requests `answer` gets, by their address; and what was asked. */
function clientOf(answer: (url: string) => Response, isIntercepted = true) {
  const asked: string[] = []
  const send = async (input: RequestInfo | URL) => {
    asked.push(String(input))
    return answer(String(input))
  }
  const retry = { attempts: 1 }
  const clock = new VirtualClock(0)
  return {
    asked,
    client: createContentClient({ contentRoot, tokens, fetch: send, clock, retry, isIntercepted }),
  }
}

/** The answer as `fetch` returns it: with the address that it was made for. */
const from = (url: string, response: Response) => Object.defineProperty(response, 'url', { value: url })

const page = (token: string) => json({ sync: { ...lastPage.sync, next_sync_token: token } })

/** A service worker's cache in front of a service whose content changes with each answer. */
function cacheFirst(keyOf: (url: string) => string) {
  const kept = new Map<string, { url: string; token: string }>()
  let answers = 0
  return (url: string) => {
    const hit = kept.get(keyOf(url)) ?? { url, token: `checkpoint-${(answers += 1)}` }
    kept.set(keyOf(url), hit)
    return from(hit.url, page(hit.token))
  }
}

describe('a service worker that answers from its cache', () => {
  test('by address is passed: no two requests have the same one', async () => {
    const { client } = clientOf(cacheFirst((url) => url))
    const read = [await client.sync(request), await client.sync(request)]
    expect(read.map(({ page: { next_sync_token: token } }) => token)).toEqual([
      'checkpoint-1',
      'checkpoint-2',
    ])
  })

  test('by path alone is told, with what to do about it', async () => {
    const { client } = clientOf(cacheFirst((url) => url.split('?')[0]!))
    await client.sync(request)
    await expect(client.sync(request)).rejects.toMatchObject({
      code: 'cached_answer',
      retryable: true,
      message: expect.stringMatching(/service worker pass/),
    })
  })

  test('elsewhere than in pages addresses stay as the service documents them', async () => {
    const { client, asked } = clientOf(
      cacheFirst((url) => url),
      false,
    )
    await client.sync(request)
    expect(asked).toEqual([`${contentRoot}/api/v4/resources/sync?resources=translations%3A20&bootstrap=true`])
  })
})

describe('a service that refuses a query which it does not know', () => {
  const refuses = (url: string) =>
    url.includes('_=')
      ? json({ message: 'Unknown parameter.', type: 'bad', success: false }, 400)
      : page('checkpoint-1')

  test('gets its addresses as they are, from the second request on', async () => {
    const { client, asked } = clientOf(refuses)
    await client.sync(request)
    await client.sync(request)
    expect(asked.map((url) => url.includes('_='))).toEqual([true, false, false])
  })

  test.each([404, 405, 409, 410, 413])('a refusal with %i says nothing of the query', async (status) => {
    const { client, asked } = clientOf(() => json({ message: 'No.', type: 'bad', success: false }, status))
    await expect(client.sync(request)).rejects.toMatchObject({ status })
    expect(asked).toHaveLength(1)
  })

  test('a refusal of the rest is thrown, and addresses stay unique', async () => {
    const { client, asked } = clientOf(() => json({ message: 'No.', type: 'bad', success: false }, 400))
    for (let times = 0; times < 2; times += 1)
      await expect(client.sync(request)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(asked.map((url) => url.includes('_='))).toEqual([true, false, true, false])
  })
})
