import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest'
import { liveAnswers, type LiveAnswer } from '../app/answers.ts'
import { beginOf } from '../app/begin.ts'
import type { AppQuery, Waraq } from '../app/create-waraq.ts'
import { liveQueries } from '../app/live-queries.ts'
import { keepMs, SharedSource } from '../app/shared-source.ts'
import type { Query } from '../quran/readers/query.ts'
import type { Problem } from '../sync/status/problem.ts'
import { question, ScriptedStore } from './react/scripted-store.test-support.ts'

/** What all frameworks promise, tried in each of them as its users write components. */

/** An application whose live queries are answered by the test, by their keys. */
export class ScriptedApp extends ScriptedStore {
  readonly problems = new SharedSource<Problem | null>({ initial: null, start: () => () => undefined })
  closed = 0

  /** The application as components take it, with only the parts that they use. */
  get app(): Waraq {
    const app = {
      live: (query: AppQuery<unknown>) =>
        liveAnswers(
          liveQueries(this),
          query.key,
          beginOf(this.store, query as Query<unknown>),
          this.problems,
        ),
      close: async () => void (this.closed += 1),
    }
    return app as unknown as Waraq
  }
}

/** A question about a person’s own data, by its key. */
export const userQuestion = (key: string): AppQuery<string> => ({
  key,
  lists: [],
  read: async () => key,
})

/** The state of a component that its query depends on: a key, with spaces after it or not; or null. */
export type Asked = string | null
export const queryOf = (asked: Asked): Query<string> | null =>
  asked === null ? null : question(asked.trimEnd())

/** What a component shows. It is called with each rendering. */
export type Show = (asked: Asked, answer: LiveAnswer<string>) => string

export interface Mounted {
  readonly text: () => string | null
  /** Sets the state that the query depends on. */
  readonly ask: (asked: Asked) => void
  readonly leave: () => void
}

export interface Framework {
  /** Mounts as many components as told that ask `queryOf` the state, and show the answer by `show`. Throws what `setup` throws. */
  readonly mount: (app: Waraq | null, asked: Asked, show: Show, components?: number) => Mounted
  /** Resolves after the framework has rendered. */
  readonly rendered: () => Promise<void>
}

const problem = { code: 'service_unavailable', message: 'Away.' } as unknown as Problem

export function describeFramework({ mount, rendered }: Framework): void {
  describe('a live query', () => promises({ mount, rendered }))
}

function promises({ mount, rendered }: Framework): void {
  let scripted: ScriptedApp
  let mounted: Mounted[]
  let shown: [asked: Asked, data: unknown, answer: LiveAnswer<string>][]
  beforeEach(() => {
    vi.useFakeTimers()
    scripted = new ScriptedApp()
    mounted = []
    shown = []
  })
  afterEach(() => {
    for (const { leave } of mounted) leave()
    // Nothing that a framework has begun waits for a timer that is gone.
    vi.runOnlyPendingTimers()
    vi.useRealTimers()
  })

  const show: Show = (asked, answered) => {
    const { data, isPending, error, problem: wrong } = answered
    shown.push([asked, data, answered])
    const words = [isPending ? 'pending' : 'settled', data, error, wrong?.code]
    return words.filter((word) => word !== undefined).join(' ')
  }
  async function start(asked: Asked, components = 1) {
    const one = mount(scripted.app, asked, show, components)
    mounted.push(one)
    await rendered()
    const after = (act: () => void) => async () => {
      act()
      await rendered()
      return one.text()
    }
    return {
      text: one.text,
      ask: (next: Asked) => after(() => one.ask(next))(),
      leave: after(() => mounted.splice(mounted.indexOf(one), 1).forEach(({ leave }) => leave())),
    }
  }
  async function tell(act: () => void) {
    act()
    await rendered()
  }
  const answer = (key: string, value: string) => tell(() => scripted.answer(key, value))

  it('is pending, then answered, and renewed with each change', async () => {
    const { text } = await start('a')
    expect(text()).toBe('pending')
    await answer('a', 'one')
    expect(text()).toBe('settled one')
    await answer('a', 'two')
    expect(text()).toBe('settled two')
    expect([scripted.begun, scripted.followed]).toEqual([['a'], ['a']])
  })

  it('has the answer at once if another component has it', async () => {
    await start('a')
    await answer('a', 'one')
    shown = []
    const { text } = await start('a')
    expect(text()).toBe('settled one')
    expect(new Set(shown.map(([, data]) => data))).toEqual(new Set(['one']))
  })

  it('is shared by components', async () => {
    const { text } = await start('a', 2)
    await answer('a', 'one')
    expect(text()).toBe('settled onesettled one')
    expect(scripted.begun).toEqual(['a'])
  })

  it('that changes has no answer of the former, which ends', async () => {
    const { text, ask } = await start('a')
    await answer('a', 'one')
    expect(await ask('b')).toBe('pending')
    await answer('b', 'two')
    expect(text()).toBe('settled two')
    await answer('a', 'one again')
    expect(text()).toBe('settled two')
    expect(shown.filter(([asked, data]) => asked === 'b' && data === 'one')).toEqual([])
    vi.advanceTimersByTime(keepMs)
    expect([scripted.begun, scripted.followed]).toEqual([['a', 'b'], ['b']])
  })

  it('by another function of the same key has the same answer', async () => {
    const { ask } = await start('a')
    await answer('a', 'one')
    const [, , before] = shown.at(-1)!
    expect(await ask('a ')).toBe('settled one')
    expect(shown.at(-1)![0]).toBe('a ')
    expect(shown.at(-1)![2]).toBe(before)
  })

  it('of null asks nothing, before and after another', async () => {
    const { text, ask } = await start(null)
    expect(text()).toBe('settled')
    expect(await ask('a')).toBe('pending')
    await answer('a', 'one')
    expect(text()).toBe('settled one')
    expect(await ask(null)).toBe('settled')
    vi.advanceTimersByTime(keepMs)
    expect([scripted.begun, scripted.followed]).toEqual([['a'], []])
  })

  it('ends some seconds after its component', async () => {
    const { leave } = await start('a')
    await answer('a', 'one')
    await leave()
    vi.advanceTimersByTime(keepMs - 1_000)
    expect(scripted.followed).toEqual(['a'])
    vi.advanceTimersByTime(1_000)
    expect(scripted.followed).toEqual([])
  })

  it('tells of an error, next to the answer that is there', async () => {
    const { text } = await start('a')
    await tell(() => scripted.fail('a', 'broken'))
    expect(text()).toBe('settled broken')
    await answer('a', 'one')
    expect(text()).toBe('settled one')
    await tell(() => scripted.fail('a', 'broken'))
    expect(text()).toBe('settled one broken')
  })

  it('tells of a problem while there is one', async () => {
    const { text } = await start('a')
    await tell(() => scripted.problems.set(problem))
    expect(text()).toBe('pending service_unavailable')
    await answer('a', 'one')
    await tell(() => scripted.problems.set(null))
    expect(text()).toBe('settled one')
  })

  it('throws without an application', () => {
    const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    expect(() => mount(null, 'a', show)).toThrow(expect.objectContaining({ code: 'not_provided' }))
    reported.mockRestore()
    warned.mockRestore()
  })
}
