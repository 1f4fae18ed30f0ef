import { describe, expect, it } from 'vitest'
import { failure, settle, start, type StageOptions } from './stage.test-support.ts'

const lost = { code: 'worker_lost', retryable: true }
const failed = { code: 'worker_failed', retryable: true }

describe('a worker that is gone', () => {
  it('is replaced: calls in flight reject at once, the next ones go to the new worker', async () => {
    const { connection, workers } = start()
    const calls = [connection.sync(), connection.sync(), connection.verify({ group: 'tafsirs', id: 1 })]
    const errors = calls.map(failure)
    await settle()
    workers[0]!.end()
    for (const error of errors) expect(await error).toMatchObject({ ...lost, details: { loss: 'gone' } })
    expect(await connection.status()).toEqual({ name: 'scripted' })
    expect(workers).toHaveLength(2)
    expect(workers[1]!.options).toEqual(workers[0]!.options)
    expect(workers[0]!.terminations).toBe(1)
    await workers[0]!.portClosed
  })

  it('comes back after 0, 1, 4 and 15 seconds, then only when a call asks', async () => {
    const { connection, clock, workers } = start()
    const waits = [0, 1_000, 4_000, 15_000]
    for (const [index, wait] of waits.entries()) {
      await connection.status()
      const call = failure(connection.sync())
      await settle()
      workers[index]!.end()
      expect(await call).toMatchObject(lost)
      await clock.advance(Math.max(0, wait - 1))
      if (wait > 0) expect(workers).toHaveLength(index + 1)
      await clock.advance(1)
      expect(workers).toHaveLength(index + 2)
    }
    await connection.status()
    const fifth = failure(connection.sync())
    await settle()
    workers[4]!.end()
    expect(await fifth).toMatchObject({ ...failed, cause: { code: 'worker_lost' } })
    await clock.advance(10 * 60_000)
    expect(workers).toHaveLength(5)
    const sixth = failure(connection.sync())
    await settle()
    expect(workers).toHaveLength(6)
    workers[5]!.end()
    expect(await sixth).toMatchObject(failed)
    expect(await connection.status()).toEqual({ name: 'scripted' })
    expect(workers).toHaveLength(7)
  })

  it('after a minute of health, begins to count anew', async () => {
    const { connection, clock, workers } = start()
    for (let n = 1; n <= 12; n += 1) {
      await connection.status()
      await clock.advance(60_000)
      workers.at(-1)!.end()
      await settle()
      expect(workers).toHaveLength(n + 1)
    }
  })

  it('calls made while a new one is waited for go to it', async () => {
    const { connection, clock, workers } = start()
    for (const index of [0, 1]) {
      await connection.status()
      workers[index]!.end()
      await settle()
    }
    const waiting = connection.status()
    const cancelled = new AbortController()
    const cancelledSync = failure(connection.sync({ signal: cancelled.signal }))
    cancelled.abort(new Error('not now'))
    expect((await cancelledSync).message).toBe('not now')
    await clock.advance(1_000)
    expect(await waiting).toEqual({ name: 'scripted' })
  })

  it('the next one is told, too, that the browser cleared the library', async () => {
    const make: StageOptions['make'] = ({ engine }) => (engine.outcomes.noteEviction = () => undefined)
    const { connection, workers } = start({ make })
    const reported = (index: number) =>
      workers[index]!.engine.calls.flatMap(({ method, args }) => (method === 'noteEviction' ? args : []))
    await connection.status()
    await connection.noteEviction(true)
    workers[0]!.end()
    await settle()
    await connection.status()
    await settle()
    expect([reported(0), reported(1)]).toEqual([[true], [true]])
  })

  it('the next one goes on with the timetable, and is asked until it does', async () => {
    const make: StageOptions['make'] = ({ engine }, n) => {
      let refusals = n === 2 ? 1 : 0
      engine.outcomes.startAutoSync = () => {
        refusals -= 1
        if (refusals >= 0) throw new Error('storage, for now')
      }
    }
    const { connection, clock, workers } = start({ make })
    const asked = (index: number) =>
      workers[index]!.engine.calls.filter(({ method }) => method === 'startAutoSync')
    await connection.status()
    expect(asked(0)).toEqual([])
    await connection.startAutoSync({ everyMs: 120_000 })
    workers[0]!.end()
    await settle()
    await connection.status()
    await settle()
    expect(asked(1)).toHaveLength(1)
    await clock.advance(60_000)
    expect(asked(1).at(-1)).toMatchObject({ args: [{ everyMs: 120_000 }] })
    await clock.advance(10 * 60_000)
    expect(asked(1)).toHaveLength(2)
  })

  it('a wake does not reject, also where the worker is lost', async () => {
    const { connection, workers } = start()
    const answer = connection.wake('asked')
    await settle()
    workers[0]!.end()
    expect(await answer).toMatchObject({ result: 'failed', error: lost })
    const { signal } = new AbortController()
    workers[1]!.engine.outcomes.wake = () => ({ result: 'waits', nextAt: 5, reason: 'interval' })
    expect(await connection.wake('visible', { signal })).toEqual({
      result: 'waits',
      nextAt: 5,
      reason: 'interval',
    })
    const over = await connection.wake('visible', { signal: AbortSignal.abort(new Error('never mind')) })
    expect(over).toMatchObject({ result: 'failed', error: { message: 'never mind' } })
  })

  it('cannot be replaced where only a worker was given, and says what to do', async () => {
    const { connection, workers, latest } = start({ single: true })
    const call = failure(connection.sync())
    await settle()
    latest.end()
    expect(await call).toMatchObject(lost)
    const later = await failure(connection.status())
    expect(later).toMatchObject({ code: 'worker_lost', retryable: false })
    expect(later.message).toMatch(/Connect with a function that makes the worker/)
    expect(workers).toHaveLength(1)
    expect(latest.terminations).toBe(0)
  })

  it.each([false, true])(
    'is lost too where a message cannot be read (without locks: %s)',
    async (withoutLocks) => {
      const { connection, workers } = start({ withoutLocks })
      const call = failure(connection.sync())
      await settle()
      workers[0]!.dispatchEvent(new Event('messageerror'))
      expect(await call).toMatchObject({ ...lost, details: { loss: 'unreadable' } })
      await connection.status()
      expect(workers[0]!.alive).toBe(false)
    },
  )

  it('is not lost by an uncaught error after the handshake', async () => {
    const { connection, workers } = start()
    await connection.status()
    workers[0]!.dispatchEvent(new Event('error'))
    expect(await connection.status()).toEqual({ name: 'scripted' })
    expect(workers).toHaveLength(1)
  })
})

describe('a worker that hangs', () => {
  it.each([
    [true, false],
    [false, false],
    [true, true],
    [false, true],
  ])(
    'is terminated and, from a function, replaced (single: %s, without locks: %s)',
    async (single, withoutLocks) => {
      const { connection, clock, workers } = start({ single, withoutLocks })
      await connection.status()
      const call = failure(connection.sync())
      await settle()
      workers[0]!.hung = true
      await clock.advance(22_499)
      expect(workers[0]!.alive).toBe(true)
      await clock.advance(1)
      expect(await call).toMatchObject({ ...lost, details: { loss: 'hung' } })
      expect(workers[0]!.terminations).toBe(1)
      if (single) expect(await failure(connection.status())).toMatchObject({ code: 'worker_lost' })
      else expect(await connection.status()).toEqual({ name: 'scripted' })
      expect(workers).toHaveLength(single ? 1 : 2)
    },
  )

  it('is found before the deadline of a call, so that the next call meets a new one', async () => {
    const { connection, clock, workers } = start()
    await connection.status()
    workers[0]!.hung = true
    const call = failure(connection.status())
    await clock.advance(29_999)
    expect(await call).toMatchObject(lost)
  })

  it('is not asked while nothing is in flight and a lock tells of its end', async () => {
    const { connection, clock, workers } = start()
    connection.watch(() => undefined)
    await connection.status()
    await settle()
    const { heard } = workers[0]!
    await clock.advance(60 * 60_000)
    expect(workers[0]!.heard).toBe(heard)
  })

  it.each([{ withoutLocks: true }, { pageRefusedLocks: true }])(
    'with %o, is asked while the page watches',
    async (how) => {
      const { connection, clock, workers } = start(how)
      const end = connection.watch(() => undefined)
      await connection.status()
      workers[0]!.end()
      await clock.advance(22_500)
      expect(workers).toHaveLength(2)
      end()
      await clock.advance(1)
      workers[1]!.end()
      await clock.advance(60 * 60_000)
      expect(workers).toHaveLength(2)
    },
  )
})
