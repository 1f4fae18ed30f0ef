import { from } from 'rxjs'
import { describe, expect, it, vi } from 'vitest'
import type { Problem } from '../sync/status/problem.ts'
import { liveAnswers, watchable, type LiveAnswer } from './answers.ts'
import { LiveQueries, type Begin } from './live-queries.ts'
import { SharedSource } from './shared-source.ts'

/** A question whose answers the test gives. */
function stage() {
  const observers = new Set<Parameters<Begin<number>>[0]>()
  const begun: number[] = []
  const begin: Begin<number> = (observer) => {
    observers.add(observer)
    begun.push(1)
    return () => void observers.delete(observer)
  }
  let endProblems = 0
  const problems = new SharedSource<Problem | null>({ initial: null, start: () => () => (endProblems += 1) })
  const queries = new LiveQueries()
  const answers = liveAnswers(queries, 'question', begin, problems)
  return {
    answers,
    problems,
    observers,
    begun,
    again: () => liveAnswers(queries, 'question', begin, problems),
    next: (value: number) => {
      for (const { next } of observers) next(value)
    },
    fail: (reason: unknown) => {
      for (const { error } of observers) error(reason)
    },
  }
}

const problem = { code: 'service_unavailable', message: 'Away.' } as unknown as Problem

describe('live answers', () => {
  it('tell at once that they are pending, and then each answer, error and problem', () => {
    const { answers, problems, next, fail } = stage()
    const reported: LiveAnswer<number>[] = []
    const end = answers.subscribe((answer) => reported.push(answer))
    next(1)
    problems.set(problem)
    fail('broken')
    next(2)
    problems.set(null)
    end()
    next(3)
    const error = undefined
    expect(reported).toEqual([
      { data: undefined, error, isPending: true, problem: null },
      { data: 1, error, isPending: false, problem: null },
      { data: 1, error, isPending: false, problem },
      { data: 1, error: 'broken', isPending: false, problem },
      { data: 2, error, isPending: false, problem },
      { data: 2, error, isPending: false, problem: null },
    ])
  })

  it('are one question for all who ask it, and the latest is there for who comes later', () => {
    const { answers, again, begun, next } = stage()
    answers.subscribe(() => undefined)
    next(7)
    const reported: unknown[] = []
    again().subscribe(({ data }) => reported.push(data))
    expect([reported, begun.length]).toEqual([[7], 1])
  })

  it('are the same object until something changes', () => {
    const { answers, next } = stage()
    expect(answers.get()).toMatchObject({ isPending: true })
    answers.subscribe(() => undefined)
    next(1)
    expect(answers.get()).toBe(answers.get())
    expect(answers.get()).toMatchObject({ data: 1 })
  })

  it('end some seconds after the last who followed, and begin anew with the next', () => {
    vi.useFakeTimers()
    const { answers, observers, begun, next } = stage()
    const end = answers.subscribe(() => undefined)
    next(1)
    end()
    vi.advanceTimersByTime(60_000)
    expect([observers.size, answers.get().isPending]).toEqual([0, true])
    answers.subscribe(() => undefined)()
    expect(begun).toHaveLength(2)
    vi.useRealTimers()
  })

  it('are an observable, too', () => {
    const { answers, next } = stage()
    const reported: unknown[] = []
    const ended = from(answers).subscribe(({ data }) => reported.push(data))
    next(1)
    ended.unsubscribe()
    next(2)
    expect(reported).toEqual([undefined, 1])
  })
})

it('a watchable value tells now and with each change', () => {
  const source = new SharedSource<number>({ initial: 0, start: () => () => undefined })
  const reported: number[] = []
  const end = watchable(source).subscribe((value) => reported.push(value))
  source.set(1)
  end()
  source.set(2)
  expect([reported, watchable(source).get()]).toEqual([[0, 1], 2])
})
