// @vitest-environment happy-dom
import { act, createElement as h } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ErrorBoundary } from '../../demo/src/shell/ErrorBoundary.tsx'
import { ReaderContext, type Reader } from '../../demo/src/ui/reader-context.ts'
import { State } from '../../demo/src/observable.ts'

/** Only what its words need. */
const reader = { settings: { state: new State({ spoken: 'en' }) } } as unknown as Reader

function Throws(): never {
  throw new Error('more hooks than before')
}

const page = (key: string, child: React.ReactNode) =>
  h(ReaderContext, { value: reader }, h('nav', null, 'Read'), h(ErrorBoundary, { key, children: child }))

const told = vi.fn()
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(console, 'error').mockImplementation(told)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('an error of a page leaves the navigation, says so with a way out, and the next page is shown', async () => {
  const root = document.createElement('div')
  const react = createRoot(root)
  const show = (key: string, child: React.ReactNode) => act(async () => react.render(page(key, child)))
  await show('one', 'first text')
  expect(root.textContent).toBe('Readfirst text')
  await show('one', h(Throws))
  expect(root.querySelector('nav')?.textContent).toBe('Read')
  expect(root.querySelector('[role="alert"] p')?.textContent).toBe(
    'This page could not be opened. Reload to try again.',
  )
  expect(root.querySelector('[role="alert"] button')?.textContent).toBe('Reload')
  expect(told.mock.calls.flat().map(String).join()).toContain('more hooks than before')
  await show('two', 'second text')
  expect(root.textContent).toBe('Readsecond text')
  await act(async () => react.unmount())
})
