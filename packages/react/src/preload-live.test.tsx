// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ContentStore } from '@waraq/engine'
import type { Query } from '@waraq/reader'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { preloadLive, useLive, useLiveSuspense, WaraqProvider, type LiveResult } from './index.ts'
import { question, ScriptedStore } from './scripted-store.test-support.ts'
import { keepMs } from './shared-source.ts'

let scripted: ScriptedStore
let views: number
let store: ContentStore
beforeEach(() => {
  vi.useFakeTimers()
  scripted = new ScriptedStore()
  views = 0
  const inner = { view: (run: (view: unknown) => unknown) => run(inner) }
  const view = async (run: Query<unknown>) => {
    views += 1
    return run(inner as never)
  }
  store = Object.assign(scripted, { view }) as unknown as ContentStore
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <WaraqProvider store={store}>{children}</WaraqProvider>
)

describe('a question that was asked before there was a component', () => {
  it('is answered with its first render, and followed from then on', async () => {
    const asked = await preloadLive(store, { one: question('a'), other: question('b') })
    expect([asked, views, scripted.begun]).toEqual([{ one: 'a', other: 'b' }, 1, []])
    const results: LiveResult<string>[] = []
    renderHook(() => results.push(useLive(question('a'))), { wrapper })
    expect(results).toEqual([{ value: 'a', error: undefined, pending: false }])
    expect(scripted.begun).toEqual(['a'])
    act(() => scripted.answer('a', 'newer'))
    expect(results.at(-1)?.value).toBe('newer')
    vi.advanceTimersByTime(2 * keepMs)
    expect(scripted.followed).toEqual(['a'])
  })

  it('does not suspend', async () => {
    await preloadLive(store, { one: question('a') })
    const { result } = renderHook(() => useLiveSuspense(question('a')), { wrapper })
    expect(result.current).toBe('a')
  })

  it('is forgotten where no component asks it', async () => {
    await preloadLive(store, { one: question('a') })
    vi.advanceTimersByTime(keepMs)
    const { result } = renderHook(() => useLive(question('a')), { wrapper })
    expect(result.current.pending).toBe(true)
  })

  it('stays as components follow it already', async () => {
    const { result } = renderHook(() => useLive(question('a')), { wrapper })
    act(() => scripted.answer('a', 'newer'))
    await act(() => preloadLive(store, { one: question('a') }))
    vi.advanceTimersByTime(2 * keepMs)
    expect(result.current.value).toBe('newer')
  })

  it('rejects where the library cannot be read, and components ask for themselves', async () => {
    Object.assign(scripted, { view: () => Promise.reject(new Error('closed')) })
    await expect(preloadLive(store, { one: question('a') })).rejects.toThrow('closed')
    const { result } = renderHook(() => useLive(question('a')), { wrapper })
    expect(result.current.pending).toBe(true)
    expect(scripted.begun).toEqual(['a'])
  })
})
