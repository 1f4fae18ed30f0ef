import { WaraqError } from '@waraq/protocol'
import { describe, expect, it, vi } from 'vitest'
import { memoryMarks } from '@waraq/test-support/memory-marks'
import { beginsSession, noteSession, type SessionDependencies } from './browser-session.ts'
import { settle, start } from './stage.test-support.ts'

/** `held`: the locks that open tabs hold; one of them belongs to the page's own worker. */
const locks = (...held: string[]): NonNullable<SessionDependencies['locks']> => ({
  query: () => Promise.resolve({ held: held.map((name) => ({ name, mode: 'exclusive' })), pending: [] }),
})
const began = 1_000
/** Of this page, whose worker starts after it. */
const own = 'waraq:life:1020:own'
const older = 'waraq:life:999:another'
const together = 'waraq:life:1010:another'
const refusing = {
  getItem: () => {
    throw new DOMException('blocked', 'SecurityError')
  },
  setItem: () => {
    throw new DOMException('blocked', 'SecurityError')
  },
  removeItem: () => undefined,
}

describe('a browser session', () => {
  it('begins with its first page, and once a database', async () => {
    const session = { marks: memoryMarks(), locks: locks(own, 'waraq', 'of something else') }
    expect(await beginsSession(session, 'one', began)).toBe(true)
    noteSession(session, 'one')
    expect(await beginsSession(session, 'one', began)).toBe(false)
    expect(await beginsSession(session, 'another', began)).toBe(true)
  })
  it.each([
    ['has begun where another tab was open before', older, false],
    ['begins in each of the tabs that a browser opens together', together, true],
    ['begins beside a lock that does not say since when', 'waraq:life:another', true],
  ])('%s', async (_, another, begins) => {
    const session = { marks: memoryMarks(), locks: locks(own, another) }
    expect(await beginsSession(session, undefined, began)).toBe(begins)
  })
  it.each([
    ['no marks', { marks: null, locks: undefined }],
    ['marks that refuse', { marks: refusing, locks: locks(own) }],
    ['locks that refuse', { marks: null, locks: { query: () => Promise.reject(new Error('refused')) } }],
  ])('with %s begins with each page', async (_, session) => {
    noteSession(session, undefined)
    expect(await beginsSession(session, undefined, began)).toBe(true)
  })
})

describe('a page that keeps its library current', () => {
  const wakes = ({ latest }: ReturnType<typeof start>) =>
    latest.engine.calls.filter(({ method }) => method === 'wake').map(({ args }) => args[0])
  async function open(
    session: SessionDependencies | undefined,
    result: 'synced' | 'waits' | 'failed' = 'synced',
  ) {
    const page = start({ ...(session ? { session } : {}), name: 'library' })
    page.latest.engine.outcomes.startAutoSync = () => undefined
    page.latest.engine.outcomes.wake = () => ({ result })
    await page.connection.startAutoSync()
    await settle()
    return page
  }
  it('asks the service as the first of its session, and not again', async () => {
    const session = { marks: memoryMarks(), locks: undefined }
    const first = await open(session)
    await vi.waitFor(() => expect(wakes(first)).toEqual(['session']))
    await vi.waitFor(() => expect(session.marks.all.size).toBe(1))
    expect(wakes(await open(session))).toEqual([])
  })
  it('beside another tab asks nothing, and is part of its session from then on', async () => {
    const marks = memoryMarks()
    const beside = await open({ marks, locks: locks(own, older) })
    await vi.waitFor(() => expect(marks.all.size).toBe(1))
    expect(wakes(beside)).toEqual([])
  })
  it('leaves it to the next page where its own question came to nothing', async () => {
    const session = { marks: memoryMarks(), locks: undefined }
    const first = await open(session, 'failed')
    await vi.waitFor(() => expect(wakes(first)).toEqual(['session']))
    await settle()
    const next = await open(session, 'waits')
    await vi.waitFor(() => expect(wakes(next)).toEqual(['session']))
    await vi.waitFor(() => expect(session.marks.all.size).toBe(1))
  })
  it('asks also where the worker noted it only with a later try', async () => {
    const page = start({ session: { marks: memoryMarks(), locks: undefined }, name: 'library' })
    let tries = 0
    page.latest.engine.outcomes.startAutoSync = () => {
      tries += 1
      if (tries === 1)
        throw new WaraqError({ code: 'storage_blocked', message: 'Another tab holds it.', retryable: true })
    }
    page.latest.engine.outcomes.wake = () => ({ result: 'synced' })
    await expect(page.connection.startAutoSync()).rejects.toMatchObject({ code: 'storage_blocked' })
    await page.clock.advance(1_000)
    await vi.waitFor(() => expect(wakes(page)).toEqual(['session']))
    expect(tries).toBe(2)
  })
})

it('a setting for which there was no room is told again when a person asks for a sync', async () => {
  const page = start()
  let hasRoom = false
  page.latest.engine.outcomes.setSubscriptions = () => {
    if (!hasRoom) throw new WaraqError({ code: 'quota_exceeded', message: 'No room.' })
    return []
  }
  page.latest.engine.outcomes.sync = () => ({ outcome: 'nothing' })
  await expect(page.connection.setSubscriptions(['translations:20'])).rejects.toMatchObject({
    code: 'quota_exceeded',
  })
  await settle()
  hasRoom = true
  const before = page.latest.engine.calls.filter(({ method }) => method === 'setSubscriptions').length
  await page.connection.sync()
  await settle()
  expect(page.latest.engine.calls.filter(({ method }) => method === 'setSubscriptions')).toHaveLength(
    before + 1,
  )
})
