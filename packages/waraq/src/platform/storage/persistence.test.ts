import { describe, expect, it } from 'vitest'
import { settle } from '@waraq/test-support/at-rest'
import type { SiteStorage } from './browser-parts.ts'
import type { BrowserStorage } from './storage-figures.ts'
import { memoryMarks } from '@waraq/test-support/memory-marks'
import { askAgainAfterMs, mayAsk, Persistence } from './persistence.ts'

const now = 1_700_000_000_000
const day = 24 * 60 * 60 * 1000

function fakeStorage({ persisted = false, grants = true }: { persisted?: boolean; grants?: boolean } = {}) {
  const storage = {
    asked: 0,
    kept: persisted,
    persisted: async () => storage.kept,
    persist: async () => {
      storage.asked++
      return (storage.kept = grants)
    },
  }
  return storage
}

function page(storage: BrowserStorage | null, marks: SiteStorage | null, at = now) {
  const answers: boolean[] = []
  const persistence = new Persistence(
    storage,
    marks,
    () => at,
    (answer) => answers.push(answer),
  )
  return { persistence, answers }
}

describe('when to ask', () => {
  it.each([
    [null, true],
    [now, false],
    [now - 1, false],
    [now - 7 * day + 1, false],
    [now - 7 * day, true],
    [0, true],
    // A time that a clock noted which ran ahead.
    [now + day, false],
    [now + 7 * day, true],
  ])('asked at %d: %s', (askedAt, may) => expect(mayAsk(askedAt, now)).toBe(may))
})

describe('asking', () => {
  it('is done once content is here, and answered', async () => {
    const storage = fakeStorage()
    const { persistence, answers } = page(storage, memoryMarks())
    await persistence.probe()
    expect([storage.asked, answers]).toEqual([0, [false]])
    await persistence.contentIsHere()
    expect([storage.asked, answers.at(-1)]).toEqual([1, true])
    await persistence.contentIsHere()
    expect(storage.asked).toBe(1)
  })
  it('is not needed where it was granted before', async () => {
    const storage = fakeStorage({ persisted: true })
    const marks = memoryMarks()
    const { persistence, answers } = page(storage, marks)
    await persistence.contentIsHere()
    expect([storage.asked, answers, marks.all.size]).toEqual([0, [true], 0])
  })
  it('comes again a week after a refusal, not sooner', async () => {
    const storage = fakeStorage({ grants: false })
    const marks = memoryMarks()
    for (const [at, asked] of [
      [now, 1],
      [now + day, 1],
      [now + askAgainAfterMs - 1, 1],
      [now + askAgainAfterMs, 2],
      [now + askAgainAfterMs + day, 2],
    ] as const) {
      const { persistence, answers } = page(storage, marks, at)
      await persistence.contentIsHere()
      expect(storage.asked).toBe(asked)
      expect(answers.at(-1)).toBe(false)
    }
  })
  it('counts as done where the visitor leaves the question open', async () => {
    const storage = fakeStorage()
    storage.persist = () => {
      storage.asked++
      return new Promise(() => undefined)
    }
    const marks = memoryMarks()
    for (let visit = 0; visit < 3; visit++) {
      const { persistence, answers } = page(storage, marks)
      void persistence.contentIsHere()
      await settle()
      expect([storage.asked, answers]).toEqual([1, [false]])
    }
  })
  it('is left alone where it cannot be noted', async () => {
    const refuse = (): never => {
      throw new DOMException('', 'SecurityError')
    }
    const full = { ...memoryMarks(), setItem: refuse }
    for (const marks of [null, full, { getItem: refuse, setItem: refuse, removeItem: refuse }]) {
      const storage = fakeStorage()
      const { persistence, answers } = page(storage, marks)
      await persistence.contentIsHere()
      expect([storage.asked, answers]).toEqual([0, [false]])
    }
  })
  it('goes on where the note is nonsense', async () => {
    for (const text of ['', 'soon', 'NaN', 'Infinity', '{}']) {
      const storage = fakeStorage()
      await page(storage, memoryMarks({ 'waraq:persistence-asked': text })).persistence.contentIsHere()
      expect(storage.asked).toBe(1)
    }
  })
})

describe('browsers that lack it', () => {
  const reject = () => Promise.reject(new TypeError('not here'))
  it.each<[string, BrowserStorage | null, boolean[]]>([
    ['have no navigator.storage', null, []],
    ['have nothing in it', {}, []],
    ['cannot be asked', { persisted: async () => false }, [false]],
    ['reject', { persisted: reject, persist: reject }, []],
    ['only know how to be asked', { persist: async () => true }, [true]],
    ['answer nonsense', { persisted: async () => 1 as never, persist: async () => undefined as never }, []],
  ])('%s: nothing breaks', async (_case, storage, expected) => {
    const { persistence, answers } = page(storage, memoryMarks())
    await persistence.contentIsHere()
    expect(answers).toEqual(expected)
  })
})
