// @vitest-environment happy-dom
import { act, cleanup, render, renderHook } from '@testing-library/react'
import { StrictMode, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useLiveQuery, type LiveOptions } from './use-live-query.ts'
import { WaraqProvider } from './provider.ts'
import type { LiveResult } from '../../app/live-result.ts'
import { question, ScriptedStore } from './scripted-store.test-support.ts'
import { keepMs } from '../../app/shared-source.ts'

let scripted: ScriptedStore
beforeEach(() => {
  vi.useFakeTimers()
  scripted = new ScriptedStore()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Provided({ children }: { readonly children: ReactNode }) {
  return <WaraqProvider store={scripted.store}>{children}</WaraqProvider>
}

const answer = (key: string, value: unknown) => act(() => scripted.answer(key, value))
const fail = (key: string, error: unknown) => act(() => scripted.fail(key, error))

/** Asks by key, and shows all that came of it. */
function ask(key: string | null, options?: LiveOptions & { readonly strict?: boolean }) {
  const results: LiveResult<string>[] = []
  const hook = renderHook(
    (asked: string | null) => {
      const result = useLiveQuery(asked === null ? null : question(asked), options)
      results.push(result)
      return result
    },
    { initialProps: key, wrapper: Provided, reactStrictMode: options?.strict ?? false },
  )
  return { ...hook, results }
}

const pending = { data: undefined, error: undefined, isPending: true }
const done = (data: unknown) => ({ data, error: undefined, isPending: false })

describe('an answer', () => {
  it('is pending, then there, then renewed', () => {
    const { result } = ask('a')
    expect(result.current).toEqual(pending)
    answer('a', 'one')
    expect(result.current).toEqual(done('one'))
    answer('a', 'two')
    expect(result.current).toEqual(done('two'))
    // Undefined is an answer, too.
    answer('a', undefined)
    expect(result.current).toEqual(done(undefined))
  })

  it('stays while a newer attempt fails, and goes on after that', () => {
    const { result } = ask('a')
    const [first, second] = [new Error('first'), new Error('second')]
    fail('a', first)
    expect(result.current).toEqual({ data: undefined, error: first, isPending: false })
    answer('a', 'one')
    expect(result.current).toEqual(done('one'))
    fail('a', second)
    expect(result.current).toEqual({ data: 'one', error: second, isPending: false })
    answer('a', 'two')
    expect(result.current).toEqual(done('two'))
  })
})

describe('a question', () => {
  it('is asked once for all functions of its key', () => {
    const { rerender, result, results } = ask('a')
    answer('a', 'one')
    const { current } = result
    const rendered = results.length
    for (let time = 0; time < 5; time += 1) rerender('a')
    expect(scripted.begun).toEqual(['a'])
    // The very same result, so that what is made of it can be kept.
    expect(results.slice(rendered).every((each) => each === current)).toBe(true)
  })

  it('is asked once under StrictMode', () => {
    ask('a', { strict: true })
    expect(scripted.begun).toEqual(['a'])
    expect(scripted.followed).toEqual(['a'])
  })

  it('is asked once for all components, which see the same at a time', () => {
    const seen = new Set<LiveResult<string>>()
    function One() {
      const result = useLiveQuery(question('a'))
      seen.add(result)
      return result.data ?? '...'
    }
    const { container } = render(
      <Provided>
        <One />
        <One />
      </Provided>,
    )
    answer('a', 'one')
    expect(container.textContent).toBe('oneone')
    expect(scripted.begun).toEqual(['a'])
    expect(seen.size).toBe(2)
  })

  it('that is another one is pending, without the answer of the one before', () => {
    const { rerender, result, results } = ask('a')
    answer('a', 'one')
    const rendered = results.length
    rerender('b')
    expect(results.slice(rendered).every((each) => each.data === undefined && each.isPending)).toBe(true)
    answer('b', 'two')
    expect(result.current).toEqual(done('two'))
  })

  it('keeps the answer of the one before where that is wanted', () => {
    const { rerender, result, results } = ask('a', { keepPrevious: true })
    expect(result.current).toEqual(pending)
    answer('a', 'one')
    expect(result.current).toEqual(done('one'))
    const rendered = results.length
    rerender('b')
    const kept = { data: 'one', error: undefined, isPending: true }
    expect(results.slice(rendered)).toEqual(results.slice(rendered).map(() => kept))
    rerender('c')
    expect(result.current).toEqual(kept)
    answer('c', 'three')
    expect(result.current).toEqual(done('three'))
  })

  it('that is none is not asked', () => {
    const { rerender, result } = ask(null)
    expect(result.current).toEqual(done(undefined))
    rerender('a')
    expect(result.current).toEqual(pending)
    answer('a', 'one')
    rerender(null)
    expect(result.current).toEqual(done(undefined))
    expect(scripted.begun).toEqual(['a'])
  })

  it('is asked of another store where that changes', () => {
    const first = scripted
    const { rerender, result } = ask('a')
    answer('a', 'one')
    scripted = new ScriptedStore()
    rerender('a')
    expect(result.current).toEqual(pending)
    answer('a', 'two')
    expect(result.current).toEqual(done('two'))
    act(() => vi.advanceTimersByTime(keepMs))
    expect(first.followed).toEqual([])
  })
})

describe('a component that leaves', () => {
  it('ends the query some seconds later', () => {
    const { unmount } = ask('a')
    answer('a', 'one')
    unmount()
    vi.advanceTimersByTime(keepMs - 1)
    expect(scripted.followed).toEqual(['a'])
    vi.advanceTimersByTime(1)
    expect(scripted.followed).toEqual([])
    // The old answer is not kept: it may be out of date.
    expect(ask('a').result.current).toEqual(pending)
    expect(scripted.begun).toEqual(['a', 'a'])
  })

  it('and comes back within them finds the latest answer, and the query not asked again', () => {
    const { unmount } = ask('a')
    answer('a', 'one')
    unmount()
    vi.advanceTimersByTime(keepMs - 1)
    scripted.answer('a', 'two')
    const { result, results } = ask('a')
    expect(result.current).toEqual(done('two'))
    expect(results[0]).toEqual(done('two'))
    vi.advanceTimersByTime(10 * keepMs)
    expect(scripted.begun).toEqual(['a'])
    expect(scripted.followed).toEqual(['a'])
  })

  it('does not end it for another', () => {
    const stays = ask('a')
    const leaves = ask('a')
    leaves.unmount()
    vi.advanceTimersByTime(10 * keepMs)
    answer('a', 'one')
    expect(stays.result.current).toEqual(done('one'))
  })

  it('before an answer ends it as well', () => {
    ask('a').unmount()
    vi.advanceTimersByTime(keepMs)
    expect(scripted.followed).toEqual([])
  })
})

describe('a server', () => {
  function Verse() {
    const { data: value, isPending: waits } = useLiveQuery(question('a'))
    return <p>{waits ? 'pending' : value}</p>
  }

  it('renders what is pending, and asks nothing', () => {
    const page = (
      <WaraqProvider>
        <Verse />
      </WaraqProvider>
    )
    expect(renderToString(page)).toBe('<p>pending</p>')
    expect(
      renderToString(
        <Provided>
          <Verse />
        </Provided>,
      ),
    ).toBe('<p>pending</p>')
    expect(scripted.begun).toEqual([])
  })

  it('is followed by a browser without a mismatch, even where the answer is known there', () => {
    // Some other part of the page asked before.
    ask('a')
    answer('a', 'one')
    const host = document.createElement('div')
    const page = (
      <Provided>
        <StrictMode>
          <Verse />
        </StrictMode>
      </Provided>
    )
    host.innerHTML = renderToString(
      <WaraqProvider>
        <StrictMode>
          <Verse />
        </StrictMode>
      </WaraqProvider>,
    )
    const problems: unknown[] = []
    const reported = vi.spyOn(console, 'error').mockImplementation((...words) => void problems.push(words))
    let leave = (): void => undefined
    act(() => {
      const root = hydrateRoot(host, page, { onRecoverableError: (error) => void problems.push(error) })
      leave = () => root.unmount()
    })
    expect(host.textContent).toBe('one')
    expect(problems).toEqual([])
    act(leave)
    reported.mockRestore()
  })
})

it('without a provider, a hook says so', () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => renderHook(() => useLiveQuery(question('a')))).toThrow(
    expect.objectContaining({ code: 'not_provided' }),
  )
  reported.mockRestore()
})
