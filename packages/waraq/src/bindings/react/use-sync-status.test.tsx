// @vitest-environment happy-dom
import type { EngineStatus } from '../../sync/status/status.ts'
import type { SyncEngine } from '../../sync/api/sync-engine.ts'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useEngine, useStore, WaraqProvider } from './provider.ts'
import { useSyncStatus } from './use-sync-status.ts'
import { keepMs } from '../../app/shared-source.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function scriptedEngine() {
  const listeners = new Set<(status: EngineStatus) => void>()
  let watched = 0
  const engine = {
    watch: (listener: (status: EngineStatus) => void) => {
      watched += 1
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  } as unknown as SyncEngine
  const tell = (commits: number) => listeners.forEach((each) => each({ commits } as EngineStatus))
  return { engine, tell: (commits: number) => act(() => tell(commits)), listeners, watched: () => watched }
}

function provided(engine: SyncEngine | null) {
  return ({ children }: { readonly children: ReactNode }) => (
    <WaraqProvider engine={engine}>{children}</WaraqProvider>
  )
}

it('the status is unknown, then told, then renewed', () => {
  const { engine, tell } = scriptedEngine()
  const { result } = renderHook(() => useSyncStatus(), { wrapper: provided(engine) })
  expect(result.current).toBeUndefined()
  tell(1)
  expect(result.current).toEqual({ commits: 1 })
  tell(2)
  expect(result.current).toEqual({ commits: 2 })
})

it('the engine is watched once for all components and StrictMode, and some seconds after the last', () => {
  const { engine, watched, listeners, tell } = scriptedEngine()
  const options = { wrapper: provided(engine), reactStrictMode: true }
  const first = renderHook(() => useSyncStatus(), options)
  tell(1)
  const second = renderHook(() => useSyncStatus(), options)
  expect(second.result.current).toBe(first.result.current)
  first.unmount()
  second.unmount()
  vi.advanceTimersByTime(keepMs - 1)
  expect([watched(), listeners.size]).toEqual([1, 1])
  vi.advanceTimersByTime(1)
  expect(listeners.size).toBe(0)
})

it('without an engine, as on a server, nothing is known', () => {
  const { result } = renderHook(() => useSyncStatus(), { wrapper: provided(null) })
  expect(result.current).toBeUndefined()
  function Commits() {
    return <p>{useSyncStatus()?.commits ?? 'unknown'}</p>
  }
  const { engine, watched } = scriptedEngine()
  const html = renderToString(
    <WaraqProvider engine={engine}>
      <Commits />
    </WaraqProvider>,
  )
  expect([html, watched()]).toEqual(['<p>unknown</p>', 0])
})

it('engine and store are handed on, may be missing yet, and need a provider', () => {
  const { engine } = scriptedEngine()
  expect(renderHook(() => useEngine(), { wrapper: provided(engine) }).result.current).toBe(engine)
  expect(renderHook(() => useEngine(), { wrapper: provided(null) }).result.current).toBeNull()
  expect(renderHook(() => useStore(), { wrapper: provided(engine) }).result.current).toBeNull()
  const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  for (const hook of [useEngine, useStore])
    expect(() => renderHook(() => hook())).toThrow(expect.objectContaining({ code: 'not_provided' }))
  reported.mockRestore()
})
