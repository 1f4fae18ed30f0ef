import { describe, expect, it } from 'vitest'
import { fileAnswer } from './file-answer.ts'

const text = 'abcdefghijklmnopqrstuvwxyz'
const made: string[] = []
const pieces = ['abc', 'defghijklmnop', 'qrstuvwxyz'].map((piece) => ({
  length: piece.length,
  bytes: () => {
    made.push(piece)
    return new TextEncoder().encode(piece)
  },
}))
const file = { type: 'text/plain', etag: '"v1"', pieces }
const modified = 'Sun, 01 Jun 2025 00:00:00 GMT'

async function ask(headers: Record<string, string>, effect = {}) {
  made.splice(0)
  const answer = fileAnswer(new Headers(headers), file, 'no-cache', effect)
  const { status } = answer
  const [range, length] = ['content-range', 'content-length'].map((name) => answer.headers.get(name))
  return { status, range, length, body: status === 416 ? null : await answer.text(), answer }
}

describe('a file', () => {
  it.each<[string, number, number]>([
    ['bytes=0-0', 0, 0],
    ['bytes=2-4', 2, 4],
    ['bytes=3-15', 3, 15],
    ['bytes=25-', 25, 25],
    ['bytes=20-99', 20, 25],
    ['bytes=-1', 25, 25],
    ['bytes=-99', 0, 25],
    ['bytes=0-25', 0, 25],
  ])('answers %s with bytes %i to %i', async (range, first, last) => {
    expect(await ask({ range })).toMatchObject({
      status: 206,
      range: `bytes ${first}-${last}/26`,
      length: String(last - first + 1),
      body: text.slice(first, last + 1),
    })
  })

  it.each(['bytes=26-', 'bytes=99-100', 'bytes=-0'])('refuses %s, and says how long it is', async (range) => {
    expect(await ask({ range })).toMatchObject({ status: 416, range: 'bytes */26' })
  })

  it.each(['bytes=4-2', 'bytes=-', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=a-b', 'bytes 0-1'])(
    'takes no notice of %s',
    async (range) => {
      expect(await ask({ range })).toMatchObject({ status: 200, range: null, length: '26', body: text })
    },
  )

  it.each([
    [{}, 206],
    [{ 'if-range': '"v1"' }, 206],
    [{ 'if-range': modified }, 206],
    [{ 'if-range': '"v2"' }, 200],
    [{ 'if-range': 'W/"v1"' }, 200],
    [{ 'if-range': 'Sun, 01 Jun 2025 00:00:01 GMT' }, 200],
  ])('answers %o with a part of the version that is meant, or as a whole', async (condition, status) => {
    const came = await ask({ range: 'bytes=1-2', ...condition })
    expect([came.status, came.body]).toEqual([status, status === 206 ? 'bc' : text])
  })

  it('says what it is', async () => {
    const { answer } = await ask({})
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'text/plain',
      'content-length': '26',
      'cache-control': 'no-cache',
      'accept-ranges': 'bytes',
      'last-modified': modified,
      etag: '"v1"',
    })
  })

  it('is made piece by piece while it is read, and only what is asked for', async () => {
    await ask({ range: 'bytes=1-4' })
    expect(made).toEqual(['abc', 'defghijklmnop'])
    made.splice(0)
    const reader = fileAnswer(new Headers(), file, 'no-cache', {}).body!.getReader()
    await reader.read()
    expect(made).not.toContain('qrstuvwxyz')
    await reader.cancel()
  })
})
