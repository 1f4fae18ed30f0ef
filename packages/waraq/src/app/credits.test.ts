import { settle } from '@waraq/test-support/at-rest'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Credits } from './credits.ts'
import { keepMs } from './shared-source.ts'

/** The names that a service has, once they may come. */
function scriptedEngine() {
  let answer = (): void => undefined
  const here = new Promise<void>((resolve) => (answer = resolve))
  const asked: string[] = []
  const listNames = async (list: string, language: string) => {
    asked.push(`${list} ${language}`)
    await here
    return list === 'translations'
      ? [{ id: 20, name: 'Saheeh International', author_name: 'Umm Muhammad', language_name: 'english' }]
      : []
  }
  return { engine: { library: {}, listNames } as never, asked, answer: () => answer() }
}

const ref = { group: 'translations', id: 20 } as const

let credits: Credits
afterEach(() => {
  credits.close()
  vi.useRealTimers()
})

describe('the line that credits a text', () => {
  it('is asked for when somebody follows it, and empty until it is known', async () => {
    const { engine, asked, answer } = scriptedEngine()
    credits = new Credits({ engine, language: 'ur' })
    const line = credits.of(ref)
    expect(credits.of(ref)).toBe(line)
    await settle()
    expect(asked).toEqual([])

    const lines: string[] = []
    const end = line.subscribe((each) => lines.push(each))
    // Of the lists, the one that the text is in.
    await expect.poll(() => asked).toEqual(['translations ur'])
    expect(lines).toEqual([''])
    answer()
    await expect.poll(() => lines.at(-1)).toMatch(/Saheeh International.*Umm Muhammad/)
    expect(line.get()).toBe(lines.at(-1))
    end()
  })

  it('stays empty for a text that the service does not name', async () => {
    const { engine, asked, answer } = scriptedEngine()
    credits = new Credits({ engine })
    const lines: string[] = []
    credits.of({ group: 'translations', id: 999 }).subscribe((each) => lines.push(each))
    answer()
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await settle()
    expect(new Set(lines)).toEqual(new Set(['']))
  })

  it('stays empty for a text of a group without names, and nothing is asked for', async () => {
    const { engine, asked } = scriptedEngine()
    credits = new Credits({ engine })
    const lines: string[] = []
    credits.of({ group: 'mushafs', id: 1 }).subscribe((each) => lines.push(each))
    await settle()
    expect([lines, asked]).toEqual([[''], []])
  })

  it('is not followed by who has left before it came', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { engine, answer } = scriptedEngine()
    credits = new Credits({ engine })
    const lines: string[] = []
    credits.of(ref).subscribe((each) => lines.push(each))()
    vi.advanceTimersByTime(keepMs)
    vi.useRealTimers()
    answer()
    await settle()
    expect(lines).toEqual([''])
  })
})
