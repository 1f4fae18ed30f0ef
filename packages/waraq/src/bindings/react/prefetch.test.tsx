// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ContentStore } from '../../store/read/content-store.ts'
import type { Query } from '../../quran/readers/query.ts'
import type { Catalogue } from '../../quran/catalogue/catalogue.ts'
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prefetch, setQueryData } from './prefetch.ts'
import { useCatalogue } from './use-catalogue.ts'
import { useLiveQuery } from './use-live-query.ts'
import { useSuspenseLiveQuery } from './use-suspense-live-query.ts'
import { WaraqProvider } from './provider.ts'
import type { LiveResult } from '../../app/live-result.ts'
import { question, ScriptedStore } from './scripted-store.test-support.ts'
import { keepMs } from '../../app/shared-source.ts'

let scripted: ScriptedStore
let views: number
let store: ContentStore
beforeEach(() => {
  vi.useFakeTimers()
  scripted = new ScriptedStore()
  views = 0
  const inner = { query: (run: (view: unknown) => unknown) => run(inner) }
  const ask = async (run: Query<unknown>) => {
    views += 1
    return run(inner as never)
  }
  store = Object.assign(scripted, { query: ask }) as unknown as ContentStore
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
    const asked = await prefetch(store, { one: question('a'), other: question('b') })
    expect([asked, views, scripted.begun]).toEqual([{ one: 'a', other: 'b' }, 1, []])
    const results: LiveResult<string>[] = []
    renderHook(() => results.push(useLiveQuery(question('a'))), { wrapper })
    expect(results).toEqual([{ data: 'a', error: undefined, isPending: false }])
    expect(scripted.begun).toEqual(['a'])
    act(() => scripted.answer('a', 'newer'))
    expect(results.at(-1)?.data).toBe('newer')
    vi.advanceTimersByTime(2 * keepMs)
    expect(scripted.followed).toEqual(['a'])
  })

  it('does not suspend', async () => {
    await prefetch(store, { one: question('a') })
    const { result } = renderHook(() => useSuspenseLiveQuery(question('a')), { wrapper })
    expect(result.current).toBe('a')
  })

  it('is forgotten where no component asks it', async () => {
    await prefetch(store, { one: question('a') })
    vi.advanceTimersByTime(keepMs)
    const { result } = renderHook(() => useLiveQuery(question('a')), { wrapper })
    expect(result.current.isPending).toBe(true)
  })

  it('stays as components follow it already', async () => {
    const { result } = renderHook(() => useLiveQuery(question('a')), { wrapper })
    act(() => scripted.answer('a', 'newer'))
    await act(() => prefetch(store, { one: question('a') }))
    vi.advanceTimersByTime(2 * keepMs)
    expect(result.current.data).toBe('newer')
  })

  it('rejects where the library cannot be read, and components ask for themselves', async () => {
    Object.assign(scripted, { query: () => Promise.reject(new Error('closed')) })
    await expect(prefetch(store, { one: question('a') })).rejects.toThrow('closed')
    const { result } = renderHook(() => useLiveQuery(question('a')), { wrapper })
    expect(result.current.isPending).toBe(true)
    expect(scripted.begun).toEqual(['a'])
  })
})

describe('an answer that was read in another way', () => {
  it('is that of the first render, and followed from then on', () => {
    setQueryData(store, question('a'), 'seeded')
    const { result } = renderHook(() => useLiveQuery(question('a')), { wrapper })
    expect(result.current).toEqual({ data: 'seeded', error: undefined, isPending: false })
    act(() => scripted.answer('a', 'newer'))
    expect(result.current.data).toBe('newer')
  })
})

describe('markup that is hydrated', () => {
  const names = { language: 'en', chapters: [] }
  const catalogue = {
    live: { get: () => names, subscribe: () => () => undefined },
  } as unknown as Catalogue

  function Text() {
    const { data: value = 'nothing yet' } = useLiveQuery(question('a'))
    const { language } = useCatalogue()
    return <p>{`${value} ${language}`}</p>
  }

  /** What stands in the page right after React has taken the markup over, and what React says of it. */
  function hydrated(markup: string, hasInitialData?: boolean) {
    const host = document.createElement('div')
    host.innerHTML = markup
    const [before] = host.children
    const problems: unknown[] = []
    const renders: string[] = []
    function Noted() {
      const { data: value } = useLiveQuery(question('a'))
      renders.push(value ?? 'pending')
      return null
    }
    let leave = (): void => undefined
    act(() => {
      const root = hydrateRoot(
        host,
        <WaraqProvider store={store} catalogue={catalogue} hasInitialData={hasInitialData}>
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
    setQueryData(store, question('a'), 'seeded')
    const markup = '<p>seeded en</p>'
    expect(hydrated(markup, true)).toEqual({ isSame: true, html: markup, problems: [], first: 'seeded' })
  })

  it('shows nothing at first where it comes from a server', () => {
    setQueryData(store, question('a'), 'seeded')
    const { isSame, html, problems, first } = hydrated('<p>nothing yet </p>')
    expect({ isSame, html, problems, first }).toEqual({
      isSame: true,
      html: '<p>seeded en</p>',
      problems: [],
      first: 'pending',
    })
  })
})
