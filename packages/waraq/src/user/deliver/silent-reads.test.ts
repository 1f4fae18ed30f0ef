import { VirtualClock } from '@waraq/test-support/virtual-clock'
import { describe, expect, it } from 'vitest'
import { SilentReads } from './silent-reads.ts'

/** A network that answers nothing until it is told to; it ignores what aborts a request, as a frozen page's does. */
function silentNetwork() {
  const clock = new VirtualClock()
  const answers: ((response: Response) => void)[] = []
  const network: typeof fetch = () => new Promise((resolve) => answers.push(resolve))
  return { clock, answers, reads: new SilentReads(network, clock) }
}

const get = { method: 'GET' }

describe('a read without an answer', () => {
  it('is sent once more when people come back, after two seconds in all', async () => {
    const { clock, answers, reads } = silentNetwork()
    const answer = reads.fetch('/', get)
    await clock.advance(1_500)
    reads.repeat()
    await clock.advance(499)
    expect(answers).toHaveLength(1)
    await clock.advance(1)
    expect(answers).toHaveLength(2)
    const response = new Response()
    answers[1]!(response)
    expect(await answer).toBe(response)
  })

  it('that is older is sent at once', async () => {
    const { clock, answers, reads } = silentNetwork()
    void reads.fetch('/', get)
    await clock.advance(20_000)
    reads.repeat()
    await clock.advance(0)
    expect(answers).toHaveLength(2)
  })

  it('is left alone where it is answered in time, or nobody comes back', async () => {
    const { clock, answers, reads } = silentNetwork()
    void reads.fetch('/', get)
    await clock.advance(60_000)
    expect(answers).toHaveLength(1)
    const second = reads.fetch('/', get)
    reads.repeat()
    answers[1]!(new Response('second'))
    expect(await (await second).text()).toBe('second')
    await clock.advance(2_000)
    // The first one only.
    expect(answers).toHaveLength(3)
  })

  it('ends with its own signal', async () => {
    const { clock, reads } = silentNetwork()
    const own = new AbortController()
    const fails: typeof fetch = (_, init) =>
      new Promise((__, reject) =>
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error)),
      )
    const answer = new SilentReads(fails, clock).fetch('/', { ...get, signal: own.signal })
    own.abort(new Error('given up'))
    await expect(answer).rejects.toThrow('given up')
    reads.close()
  })

  it('is not sent once more after the end', async () => {
    const { clock, answers, reads } = silentNetwork()
    void reads.fetch('/', get)
    reads.repeat()
    reads.close()
    await clock.advance(5_000)
    expect(answers).toHaveLength(1)
  })
})

describe('a request that writes', () => {
  it.each(['POST', 'PATCH', 'PUT', 'DELETE'])('is not sent once more: %s', async (method) => {
    const { clock, answers, reads } = silentNetwork()
    void reads.fetch('/', { method })
    await clock.advance(5_000)
    reads.repeat()
    await clock.advance(5_000)
    expect(answers).toHaveLength(1)
  })
})
