import { describe, expect, it, vi } from 'vitest'
import { memoryMarks } from '@waraq/test-support/memory-marks'
import { beginsSession, noteSession, type SessionParts } from './browser-session.ts'
import { settle, start } from './stage.test-support.ts'

/** `held`: the locks that open tabs hold; one of them belongs to the page's own worker. */
const locks = (...held: string[]): NonNullable<SessionParts['locks']> => ({
  query: () => Promise.resolve({ held: held.map((name) => ({ name, mode: 'exclusive' })), pending: [] }),
})
const own = 'waraq:life:own'
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
    expect(await beginsSession(session, 'one')).toBe(true)
    noteSession(session, 'one')
    expect(await beginsSession(session, 'one')).toBe(false)
    expect(await beginsSession(session, 'another')).toBe(true)
  })
  it('has begun where another tab is open', async () => {
    const marks = memoryMarks()
    expect(await beginsSession({ marks, locks: locks(own, 'waraq:life:another') }, undefined)).toBe(false)
  })
  it.each([
    ['no marks', { marks: null, locks: undefined }],
    ['marks that refuse', { marks: refusing, locks: locks(own) }],
    ['locks that refuse', { marks: null, locks: { query: () => Promise.reject(new Error('refused')) } }],
  ])('with %s begins with each page', async (_, session) => {
    noteSession(session, undefined)
    expect(await beginsSession(session, undefined)).toBe(true)
  })
})

describe('a page that keeps its library current', () => {
  const wakes = ({ latest }: ReturnType<typeof start>) =>
    latest.engine.calls.filter(({ method }) => method === 'wake').map(({ args }) => args[0])
  async function open(session: SessionParts | undefined, result: 'synced' | 'waits' | 'failed' = 'synced') {
    const page = start({ ...(session ? { session } : {}), name: 'library' })
    page.latest.engine.outcomes.keepCurrent = () => undefined
    page.latest.engine.outcomes.wake = () => ({ result })
    await page.connection.keepCurrent()
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
    const beside = await open({ marks, locks: locks(own, 'waraq:life:another') })
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
})
