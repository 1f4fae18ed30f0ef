import { describe, expect, test } from 'vitest'
import { failure } from '@waraq/test-support/failure'
import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { openBody, readText, type BodyOptions } from './body.ts'

/** Bodies that never end, end too late, or are not what they say. */

const never = new AbortController().signal
const encode = (text: string) => new TextEncoder().encode(text)

function bodyOf(stream: ReadableStream<Uint8Array>, options: Partial<BodyOptions> = {}) {
  const clock = new VirtualClock()
  const limits = { idleMs: 30_000, totalMs: 3_600_000, mostBytes: 1_000_000 }
  return {
    clock,
    body: openBody(new Response(stream), { path: '/x', clock, signal: never, ...limits, ...options }),
  }
}

/** Sends `chunk` after each `everyMs` of the clock, for ever. */
function trickle(clock: () => VirtualClock, everyMs: number, chunk: Uint8Array) {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      await clock().sleep(everyMs)
      controller.enqueue(chunk)
    },
  })
}

describe('a body that trickles', () => {
  test('is never idle, and ends all the same', async () => {
    const { clock, body } = bodyOf(trickle(() => clock, 29_999, encode(' ')))
    const error = await failure(clock.run(readText(body, '/x')))
    expect(error).toMatchObject({
      code: 'timeout',
      retryable: true,
      details: { phase: 'total', afterMs: 3_600_000 },
    })
    expect(clock.monotonic()).toBe(3_600_000)
    expect(body.bytes()).toBe(120)
  })

  test('within the time it is whole', async () => {
    let left = 100
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await clock.sleep(29_000)
        if (left-- > 0) controller.enqueue(encode('x'))
        else controller.close()
      },
    })
    const { clock, body } = bodyOf(stream)
    expect(await clock.run(readText(body, '/x'))).toHaveLength(100)
  })

  test('the time that its reader takes does not count', async () => {
    const { clock, body } = bodyOf(
      trickle(() => clock, 1_000, encode('x')),
      { totalMs: 10_000 },
    )
    const read = async () => {
      let chunks = 0
      for await (const chunk of body.chunks) {
        chunks += chunk.byteLength
        await clock.sleep(60_000)
        if (chunks === 9) return chunks
      }
      return chunks
    }
    expect(await clock.run(read())).toBe(9)
  })

  test('with chunks of nothing it is idle', async () => {
    const { clock, body } = bodyOf(trickle(() => clock, 1_000, encode('')))
    expect(await failure(clock.run(readText(body, '/x')))).toMatchObject({
      code: 'timeout',
      details: { phase: 'body', afterMs: 30_000 },
    })
    expect(clock.monotonic()).toBe(30_000)
  })
})

describe('a body without end', () => {
  test('is given up at its longest length, and not tried again', async () => {
    let cancelled = false
    const stream = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(0x20)),
      cancel: () => {
        cancelled = true
      },
    })
    const { body } = bodyOf(stream)
    expect(await failure(readText(body, '/x'))).toMatchObject({ code: 'invalid_response', retryable: false })
    expect(body.bytes()).toBeLessThan(1_100_000)
    expect(cancelled).toBe(true)
    expect(body.failure()).toMatchObject({ code: 'invalid_response' })
  })

  test('is not begun where it says so itself', async () => {
    const response = new Response('{}', { headers: { 'content-length': '1000001' } })
    const clock = new VirtualClock()
    const limits = { idleMs: 1, totalMs: 1, mostBytes: 1_000_000 }
    const body = openBody(response, { path: '/x', clock, signal: never, ...limits })
    expect(await failure(readText(body, '/x'))).toMatchObject({ code: 'invalid_response' })
    expect(body.bytes()).toBe(0)
  })
})

describe('text', () => {
  const textOf = (bytes: Uint8Array, cut: number) => {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.subarray(0, cut))
        controller.enqueue(bytes.subarray(cut))
        controller.close()
      },
    })
    return readText(bodyOf(stream).body, '/x')
  }

  test('comes through whole wherever its bytes were cut', async () => {
    const text = '{"text":"a\\u0000\\ud800 \u00e9\ufdfa\u{1f4d6}e\u0301\u2028"}'
    const bytes = encode(text)
    for (let cut = 0; cut <= bytes.length; cut++) expect(await textOf(bytes, cut)).toBe(text)
  })

  test('may begin with a byte order mark', async () => {
    for (const cut of [0, 1, 2, 3, 4]) expect(await textOf(encode('\ufeff{"a":1}'), cut)).toBe('{"a":1}')
  })

  test.each([
    ['a lone continuation', [0x80]],
    ['an overlong form', [0xc0, 0x80]],
    ['half a surrogate pair', [0xed, 0xa0, 0x80]],
    ['a cut character', [0xe2, 0x82]],
    ['what UTF-8 never has', [0xff]],
    ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ])('with %s is refused, not repaired', async (_, broken) => {
    for (const tail of ['', '"}']) {
      const bytes = Uint8Array.from([...encode('{"a":"'), ...broken, ...encode(tail)])
      for (let cut = 0; cut <= bytes.length; cut++) {
        expect(await failure(textOf(bytes, cut))).toMatchObject({ code: 'truncated_body', retryable: true })
      }
    }
  })
})
