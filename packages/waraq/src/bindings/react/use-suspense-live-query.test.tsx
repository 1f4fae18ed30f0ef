// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react'
import type { ContentStore } from '../../store/read/content-store.ts'
import { Component, StrictMode, Suspense, useState, useTransition, type ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useLiveQuery } from './use-live-query.ts'
import { useSuspenseLiveQuery } from './use-suspense-live-query.ts'
import { WaraqProvider } from './provider.ts'
import { question, ScriptedStore } from './scripted-store.test-support.ts'
import { keepMs } from '../../app/shared-source.ts'

let scripted: ScriptedStore
/** React has nothing to complain of. */
let complaints: unknown[]
beforeEach(() => {
  vi.useFakeTimers()
  scripted = new ScriptedStore()
  complaints = []
  vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
})

/** Promises resolve, too, before it goes on. */
const answer = (key: string, value: unknown) => act(async () => scripted.answer(key, value))
const fail = (key: string, error: unknown) => act(async () => scripted.fail(key, error))
const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))

function Text({ of }: { readonly of: string }) {
  return <p>{useSuspenseLiveQuery(question(of)) ?? 'nothing'}</p>
}

interface Caught {
  readonly error: Error | null
}

class Boundary extends Component<{ readonly children: ReactNode }, Caught> {
  override state: Caught = { error: null }
  static getDerivedStateFromError = (error: Error): Caught => ({ error })

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return <button onClick={() => this.setState({ error: null })}>{error.message}</button>
  }
}

function page(children: ReactNode) {
  return (
    <WaraqProvider store={scripted.store}>
      <Boundary>
        <Suspense fallback="waiting">{children}</Suspense>
      </Boundary>
    </WaraqProvider>
  )
}

const show = (children: ReactNode) => act(async () => render(page(children)))

describe('an answer', () => {
  it('is waited for, and renewed without waiting', async () => {
    const { container } = await show(<Text of="a" />)
    expect(container.textContent).toBe('waiting')
    await answer('a', 'one')
    expect(container.textContent).toBe('one')
    await answer('a', 'two')
    expect(container.textContent).toBe('two')
    await pass(10 * keepMs)
    await answer('a', 'three')
    expect(container.textContent).toBe('three')
    expect(scripted.begun).toEqual(['a'])
  })

  it('is waited for where there is no store yet', async () => {
    const tree = (store: ContentStore | null) => (
      <WaraqProvider store={store}>
        <Suspense fallback="waiting">
          <Text of="a" />
        </Suspense>
      </WaraqProvider>
    )
    const { container, rerender } = await act(async () => render(tree(null)))
    expect(container.textContent).toBe('waiting')
    await act(async () => rerender(tree(scripted.store)))
    await answer('a', 'one')
    expect(container.textContent).toBe('one')
  })

  it('of nothing is one', async () => {
    const { container } = await show(<Text of="a" />)
    await answer('a', undefined)
    expect(container.textContent).toBe('nothing')
  })

  it('is asked for once under StrictMode', async () => {
    const { container } = await show(
      <StrictMode>
        <Text of="a" />
      </StrictMode>,
    )
    await answer('a', 'one')
    await pass(10 * keepMs)
    expect(container.textContent).toBe('one')
    expect([scripted.begun, scripted.followed]).toEqual([['a'], ['a']])
  })

  it('is there at once for a component that comes later or comes back', async () => {
    const first = await show(<Text of="a" />)
    await answer('a', 'one')
    first.unmount()
    await pass(keepMs - 1)
    const { container } = render(page(<Text of="a" />))
    expect(container.textContent).toBe('one')
    expect(scripted.begun).toEqual(['a'])
  })

  it('that another component has is there at once', async () => {
    function Waits() {
      return useLiveQuery(question('a')).data ?? '...'
    }
    await show(<Waits />)
    await answer('a', 'one')
    const { container } = render(page(<Text of="a" />))
    expect(container.textContent).toBe('one')
    expect(scripted.begun).toEqual(['a'])
  })

  it('that takes long is waited for all the same', async () => {
    const { container } = await show(<Text of="a" />)
    await pass(100 * keepMs)
    expect(scripted.followed).toEqual(['a'])
    await answer('a', 'one')
    expect(container.textContent).toBe('one')
  })
})

describe('another question', () => {
  let choose: (key: string) => void
  let chooseInTransition: (key: string) => void
  function Chosen() {
    const [key, setKey] = useState('a')
    const [changing, start] = useTransition()
    choose = setKey
    chooseInTransition = (next) => start(() => setKey(next))
    return (
      <div>
        {changing ? 'changing ' : ''}
        <Suspense fallback="waiting">
          <Text of={key} />
        </Suspense>
      </div>
    )
  }

  it('is waited for, never shown with the answer of the one before', async () => {
    const { container } = await show(<Chosen />)
    await answer('a', 'one')
    await act(async () => choose('b'))
    expect(container.querySelector('p')?.style.display).toBe('none')
    expect(container.textContent).toContain('waiting')
    await answer('b', 'two')
    expect(container.textContent).toBe('two')
  })

  it('in a transition leaves the page as it is meanwhile', async () => {
    const { container } = await show(<Chosen />)
    await answer('a', 'one')
    await act(async () => chooseInTransition('b'))
    expect(container.textContent).toBe('changing one')
    await answer('a', 'one again')
    expect(container.textContent).toBe('changing one again')
    await answer('b', 'two')
    expect(container.textContent).toBe('two')
    await pass(keepMs)
    expect(scripted.followed).toEqual(['b'])
  })
})

describe('an error', () => {
  // React writes it to the console even where a boundary catches it.
  afterEach(() => void complaints.splice(0))

  it('of the first attempt goes to the boundary; who tries again asks anew', async () => {
    const { container } = await show(<Text of="a" />)
    await fail('a', new Error('broken'))
    expect(container.textContent).toBe('broken')
    await pass(1_000)
    expect(scripted.followed).toEqual([])
    await act(async () => container.querySelector('button')!.click())
    expect(container.textContent).toBe('waiting')
    await answer('a', 'one')
    expect(container.textContent).toBe('one')
    expect(scripted.begun).toEqual(['a', 'a'])
  })

  it('of a later one leaves the answer where it is', async () => {
    const { container } = await show(<Text of="a" />)
    await answer('a', 'one')
    await fail('a', new Error('broken'))
    expect(container.textContent).toBe('one')
    await answer('a', 'two')
    expect(container.textContent).toBe('two')
  })
})

describe('a component that leaves', () => {
  it('while it waits ends the query some seconds after the answer', async () => {
    const { unmount } = await show(<Text of="a" />)
    unmount()
    await pass(keepMs)
    await answer('a', 'one')
    await pass(keepMs - 1)
    expect(scripted.followed).toEqual(['a'])
    await pass(1)
    expect(scripted.followed).toEqual([])
  })

  it('while another waits does not leave that one without an answer', async () => {
    function Waits() {
      return useLiveQuery(question('a')).data ?? '...'
    }
    const follows = await show(<Waits />)
    const { container } = await show(<Text of="a" />)
    follows.unmount()
    await pass(10 * keepMs)
    await answer('a', 'one')
    expect(container.textContent).toBe('one')
  })
})

describe('a server', () => {
  it('sends the fallback, and the browser asks', async () => {
    const browser = globalThis.document
    Reflect.deleteProperty(globalThis, 'document')
    let html: string
    try {
      html = renderToString(page(<Text of="a" />))
    } finally {
      globalThis.document = browser
    }
    expect(html).toContain('waiting')
    expect(scripted.begun).toEqual([])
    const host = document.createElement('div')
    host.innerHTML = html
    const problems: unknown[] = []
    const root = await act(async () =>
      hydrateRoot(host, page(<Text of="a" />), { onRecoverableError: (error) => problems.push(error) }),
    )
    expect(host.textContent).toBe('waiting')
    await answer('a', 'one')
    expect(host.textContent).toBe('one')
    // React reports what the server left to the browser, as it does for every boundary; no mismatch is among it.
    expect(problems.filter((problem) => /hydrat/i.test(String(problem)))).toEqual([])
    act(() => root.unmount())
  })
})
