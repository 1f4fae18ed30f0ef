import { createComponent, createRenderEffect, createRoot, createSignal, For } from 'solid-js'
import { hydrate, isServer, render } from 'solid-js/web'
import { expect, it, vi } from 'vitest'
import { describeFramework, queryOf, ScriptedApp, type Asked } from '../frameworks.test-support.ts'
import { question } from '../react/scripted-store.test-support.ts'
import { useApp, useLiveQuery, WaraqProvider } from './solid.ts'

it('is the build for browsers', () => {
  expect(isServer).toBe(false)
})

describeFramework({
  mount: (app, asked, show, components = 1) => {
    const [state, setState] = createSignal<Asked>(asked)
    const Shown = () => {
      const answer = useLiveQuery(() => queryOf(state()))
      return (() => show(state(), answer())) as unknown as string
    }
    const Page = () =>
      createComponent(For, {
        each: Array.from({ length: components }),
        children: () => createComponent(Shown, {}),
      })
    const host = document.createElement('div')
    const page = () =>
      app
        ? createComponent(WaraqProvider, {
            app,
            get children() {
              return createComponent(Page, {})
            },
          })
        : createComponent(Page, {})
    return { text: () => host.textContent, ask: setState, leave: render(page, host) }
  },
  rendered: async () => undefined,
})

it('an answer is that of the query in the very moment in which this changes', () => {
  const scripted = new ScriptedApp()
  const [key, setKey] = createSignal('a')
  const seen: unknown[] = []
  const leave = createRoot((dispose) => {
    createComponent(WaraqProvider, {
      app: scripted.app,
      get children() {
        const answer = useLiveQuery(() => question(key()))
        createRenderEffect(() => seen.push([key(), answer().data]))
        return null
      },
    })
    return dispose
  })
  scripted.answer('a', 'one')
  setKey('b')
  scripted.answer('b', 'two')
  expect(seen).toEqual([
    ['a', undefined],
    ['a', 'one'],
    ['b', undefined],
    ['b', 'two'],
  ])
  leave()
})

it('useApp returns what the provider has', () => {
  const { app } = new ScriptedApp()
  const seen: unknown[] = []
  const Child = () => void seen.push(useApp()) as unknown as string
  const page = () =>
    createComponent(WaraqProvider, {
      app,
      get children() {
        return createComponent(Child, {})
      },
    })
  render(page, document.createElement('div'))()
  expect(seen).toEqual([app])
})

it.each([
  ['a', 'pending', 'one'],
  [null, 'nothing', 'nothing'],
])('the markup of a server for %s is hydrated as it is, and then renewed', (asked, before, after) => {
  const scripted = new ScriptedApp()
  const shown: unknown[] = []
  const Shown = () => {
    const answer = useLiveQuery(() => queryOf(asked))
    return (() => {
      const { isPending, data = 'nothing' } = answer()
      shown.push(isPending ? 'pending' : data)
      return shown.at(-1)
    }) as unknown as string
  }
  const page = () =>
    createComponent(WaraqProvider, {
      app: scripted.app,
      get children() {
        return createComponent(Shown, {})
      },
    })
  const leave = render(page, document.createElement('div'))
  scripted.answer('a', 'one')
  const host = document.createElement('div')
  host.textContent = before
  shown.length = 0
  // A page of a server has it from `generateHydrationScript`.
  vi.stubGlobal('_$HY', { events: [], completed: new WeakSet(), r: {} })
  const leaveToo = hydrate(page, host)
  expect([shown[0], host.textContent]).toEqual([before, after])
  leave()
  leaveToo()
})
