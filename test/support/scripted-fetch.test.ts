import { expect, test } from 'vitest'
import { failure } from './failure.ts'
import { scriptedFetch } from './scripted-fetch.ts'

test('answers step by step; the last step repeats, and each body can be read', async () => {
  const { fetch } = scriptedFetch(new Response('first'), new Response('last'))
  const texts = []
  for (let request = 0; request < 3; request++) texts.push(await (await fetch('http://a/')).text())
  expect(texts).toEqual(['first', 'last', 'last'])
})

test('rejects with an error, and asks a function what the request deserves', async () => {
  const broken = new TypeError('fetch failed')
  const { fetch } = scriptedFetch(broken, ({ url, header }) => new Response(`${url} ${header('X-One')}`))
  expect(await failure(fetch('http://a/'))).toBe(broken)
  const answer = await fetch(new URL('http://a/b'), { headers: { 'x-one': '1' } })
  expect(await answer.text()).toBe('http://a/b 1')
})

test('keeps what was sent', async () => {
  const { fetch, sent } = scriptedFetch(new Response())
  await fetch('http://a/', { method: 'POST', body: 'x' })
  expect(sent).toMatchObject([{ url: 'http://a/', init: { method: 'POST', body: 'x' } }])
  expect(sent[0]!.header('x-one')).toBeNull()
})

test('ends a client that asks without end', async () => {
  const { fetch } = scriptedFetch(() => new Response())
  const endless = async () => {
    for (;;) await fetch('http://a/')
  }
  expect((await failure(endless())).message).toBe('More than 20000 requests were sent')
})
