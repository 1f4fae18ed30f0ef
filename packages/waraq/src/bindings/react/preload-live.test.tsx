// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ContentStore } from '../../store/read/content-store.ts'
import type { Query } from '../../quran/readers/query.ts'
import type { Catalogue } from '../../quran/catalogue/catalogue.ts'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { preloadLive, seedLive } from './preload-live.ts'
import { useCatalogue } from './use-catalogue.ts'
import { useLive } from './use-live.ts'
import { useLiveSuspense } from './use-live-suspense.ts'
import { WaraqProvider } from './provider.ts'
import type { LiveResult } from './live-result.ts'
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

describe('an answer that was read in another way', () => {
  it('is that of the first render, and followed from then on', () => {
    seedLive(store, question('a'), 'seeded')
    const { result } = renderHook(() => useLive(question('a')), { wrapper })
    expect(result.current).toEqual({ value: 'seeded', error: undefined, pending: false })
    act(() => scripted.answer('a', 'newer'))
    expect(result.current.value).toBe('newer')
  })
})

describe('markup that is hydrated', () => {
  const names = { language: 'en', chapters: [] }
  const catalogue = {
    live: { get: () => names, subscribe: () => () => undefined },
  } as unknown as Catalogue

  function Text() {
    const { value = 'nothing yet' } = useLive(question('a'))
    const { language } = useCatalogue()
    return <p>{`${value} ${language}`}</p>
  }

  /** What stands in the page right after React has taken the markup over, and what React says of it. */
  function hydrated(markup: string, atHand?: boolean) {
    const host = document.createElement('div')
    host.innerHTML = markup
    const [before] = host.children
    const problems: unknown[] = []
    const renders: string[] = []
    function Noted() {
      const { value } = useLive(question('a'))
      renders.push(value ?? 'pending')
      return null
    }
    let leave = (): void => undefined
    act(() => {
      const root = hydrateRoot(
        host,
        <WaraqProvider store={store} catalogue={catalogue} atHand={atHand}>
          <Text />
          <Noted />
        </WaraqProvider>,
        { onRecoverableError: (problem) => void problems.push(problem) },
      )
      leave = () => root.unmount()
    })
    const isSame = host.children[0] === before
    const html = host.innerHTML
    act(leave)
    return { isSame, html, problems, first: renders[0] }
  }

  it('shows what is at hand where it was written from that', () => {
    seedLive(store, question('a'), 'seeded')
    const markup = '<p>seeded en</p>'
    expect(hydrated(markup, true)).toEqual({ isSame: true, html: markup, problems: [], first: 'seeded' })
  })

  it('shows nothing at first where it comes from a server', () => {
    seedLive(store, question('a'), 'seeded')
    const { isSame, html, problems, first } = hydrated('<p>nothing yet </p>')
    expect({ isSame, html, problems, first }).toEqual({
      isSame: true,
      html: '<p>seeded en</p>',
      problems: [],
      first: 'pending',
    })
  })
})
