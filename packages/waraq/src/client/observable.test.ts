import { afterEach, describe, expect, it, vi } from 'vitest'
import { ObservableValue } from './observable.ts'

afterEach(() => vi.unstubAllGlobals())

describe('a value', () => {
  it('tells each change to the listeners of that time, and its value at once to a watcher', () => {
    const value = new ObservableValue('a')
    const [subscribed, watched]: [string[], string[]] = [[], []]
    value.subscribe((now) => subscribed.push(now))
    const end = value.watch((now) => watched.push(now))
    value.set('b')
    end()
    value.set('c')
    expect([subscribed, watched, value.get()]).toEqual([['b', 'c'], ['a', 'b'], 'c'])
  })
  it('has one function as two listeners, each of which ends on its own', () => {
    const value = new ObservableValue(0)
    const reported: number[] = []
    const listener = (now: number) => reported.push(now)
    const ends = [value.subscribe(listener), value.subscribe(listener)]
    value.set(1)
    ends[0]!()
    ends[0]!()
    expect(value.listeners).toBe(1)
    value.set(2)
    expect(reported).toEqual([1, 1, 2])
  })
  it('tells no listener any more that another one ends, and none that comes meanwhile', () => {
    const value = new ObservableValue(0)
    const reported: string[] = []
    value.subscribe(() => {
      endOther()
      value.subscribe(() => reported.push('newcomer'))
    })
    const endOther = value.subscribe(() => reported.push('ended'))
    value.set(1)
    expect(reported).toEqual([])
  })
  it('never tells an older value after a newer one', () => {
    const value = new ObservableValue(0)
    const reported: number[] = []
    value.subscribe((now) => now === 1 && value.set(2))
    value.subscribe((now) => reported.push(now))
    value.set(1)
    expect(reported).toEqual([2, 2])
  })
  it('shows as uncaught what a listener throws, and tells the others', () => {
    const uncaught = vi.fn()
    vi.stubGlobal('reportError', uncaught)
    const value = new ObservableValue(0)
    const [error, reported]: [Error, number[]] = [new Error("the application's own"), []]
    value.subscribe(() => {
      throw error
    })
    value.subscribe((now) => reported.push(now))
    value.set(1)
    expect([reported, uncaught.mock.calls]).toEqual([[1], [[error]]])
  })
})
