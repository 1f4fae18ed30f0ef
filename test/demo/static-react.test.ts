// @vitest-environment happy-dom
import * as react from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import * as still from '../../demo/src/first/static-react.ts'

/** The first text is written as React would write it: both render the same components to the same markup. */

type React = Pick<
  typeof react,
  | 'createElement'
  | 'createContext'
  | 'Fragment'
  | 'StrictMode'
  | 'Suspense'
  | 'memo'
  | 'useCallback'
  | 'useContext'
  | 'useEffect'
  | 'useMemo'
  | 'useRef'
  | 'useState'
  | 'useSyncExternalStore'
>

/** Each is a page, made with what is given as React. */
const pages: Readonly<Record<string, (of: React) => unknown>> = {
  'attributes and words': ({ createElement: h }) =>
    h(
      'main',
      {
        id: 'main',
        tabIndex: -1,
        className: 'a b',
        'data-on': true,
        'data-off': false,
        'data-none': undefined,
      },
      h('a', { href: '#/', 'aria-current': undefined, 'aria-hidden': true }, 'one', ' ', 2, ''),
      h('button', { type: 'button', disabled: false, onClick: () => undefined, 'aria-expanded': false }, 'x'),
      h(
        'button',
        { type: 'button', disabled: true, popoverTarget: 'p', key: 'k' },
        null,
        false,
        true,
        undefined,
      ),
      h('label', { htmlFor: 'main', lang: 'ar', dir: 'rtl' }, 'كلمة & <b>'),
    ),
  drawings: ({ createElement: h }) =>
    h('svg', { viewBox: '0 0 24 24', className: 'icon', 'aria-hidden': 'true' }, h('path', { d: 'M5 18' }), [
      h('circle', { key: 1, cx: 1, cy: 2, r: 3 }),
    ]),
  'fragments, lists and nothing': ({ createElement: h, Fragment, StrictMode, Suspense }) =>
    h(StrictMode, null, [
      h(Fragment, { key: 'a' }, 'a', h('br')),
      h(Suspense, { key: 'b', fallback: 'late' }, [['b', 0], null]),
    ]),
  'components with hooks': (of) => {
    const {
      createElement: h,
      memo,
      useCallback,
      useEffect,
      useMemo,
      useRef,
      useState,
      useSyncExternalStore,
    } = of
    const Counted = memo(function Counted({ from }: { readonly from: number }) {
      const [count] = useState(() => from + 1)
      const [plain] = useState('plain')
      const doubled = useMemo(() => count * 2, [count])
      const written = useCallback(() => `${doubled}`, [doubled])
      const ref = useRef<number>(7)
      useEffect(() => {
        throw new Error('Nothing has begun.')
      }, [])
      const seen = useSyncExternalStore(
        () => () => undefined,
        () => 'now',
        () => 'first',
      )
      return h('p', { ref: null }, plain, written(), ref.current, seen)
    })
    return h('div', null, h(Counted, { from: 1 }), h(Counted, { from: 2 }))
  },
  'contexts inside each other': ({ createElement: h, createContext, useContext }) => {
    const Name = createContext('nobody')
    const Said = () => h('i', null, useContext(Name))
    return h(
      'div',
      null,
      h(Said),
      h(Name, { value: 'one' }, h(Said), h(Name, { value: 'other' }, h(Said)), h(Said)),
      h(Said),
    )
  },
}

function written(page: unknown): string {
  const root = document.createElement('div')
  still.append(root, page)
  return root.innerHTML
}

describe('a page without React', () => {
  it.each(Object.keys(pages))('has the markup that React writes: %s', (name) => {
    const byReact = document.createElement('div')
    byReact.innerHTML = renderToStaticMarkup(pages[name]!(react) as react.ReactNode)
    expect(byReact.innerHTML.length).toBeGreaterThan(5)
    expect(written(pages[name]!(still as unknown as React))).toBe(byReact.innerHTML)
  })

  it('has the variables of styles, and refuses other styles', () => {
    const { createElement: h } = still
    expect(written(h('p', { style: { '--verses': 16 } }))).toBe('<p style="--verses: 16;"></p>')
    expect(() => written(h('p', { style: { color: 'red' } }))).toThrow('no style but variables')
  })

  it('keeps words apart that React takes for different texts', () => {
    const root = document.createElement('div')
    still.append(root, ['a', 'b', 3])
    expect([...root.childNodes].map((node) => node.textContent)).toEqual(['a', 'b', '3'])
  })
})
