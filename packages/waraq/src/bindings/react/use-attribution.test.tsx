// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it } from 'vitest'
import type { Waraq } from '../../app/create-waraq.ts'
import { ObservableValue } from '../../client/observable.ts'
import type { Catalogue } from '../../quran/catalogue/catalogue.ts'
import { WaraqProvider, type WaraqProviderProps } from './provider.ts'
import { useAttribution } from './use-attribution.ts'

afterEach(cleanup)

const provided =
  (props: WaraqProviderProps) =>
  ({ children }: { readonly children: ReactNode }) => <WaraqProvider {...props}>{children}</WaraqProvider>

it('of an application is empty until it is known', () => {
  const line = new ObservableValue('')
  const asked: unknown[] = []
  const app = {
    attribution: (ref: unknown) => {
      asked.push(ref)
      return line
    },
  } as unknown as Waraq
  const { result } = renderHook(() => useAttribution('translations:20'), { wrapper: provided({ app }) })
  expect(result.current).toBe('')
  act(() => line.set('Saheeh International'))
  expect(result.current).toBe('Saheeh International')
  expect(new Set(asked)).toEqual(new Set(['translations:20']))
})

it('of parts is what the catalogue says', () => {
  const described = {
    ref: { group: 'translations', id: 20 },
    name: 'Saheeh International',
    attribution: 'Saheeh International, Umm Muhammad',
    listed: true,
  }
  const live = new ObservableValue({ resources: new Map([['translations:20', described]]) })
  const catalogue = { live } as unknown as Catalogue
  const { result, rerender } = renderHook(
    (ref: 'translations:20' | 'translations:21') => useAttribution(ref),
    {
      wrapper: provided({ catalogue }),
      initialProps: 'translations:20',
    },
  )
  expect(result.current).toBe('Saheeh International, Umm Muhammad')
  rerender('translations:21')
  expect(result.current).toBe('')
})

it('is empty on a server', () => {
  const app = { attribution: () => new ObservableValue('known') } as unknown as Waraq
  const Line = () => <p>{useAttribution('translations:20')}</p>
  expect(
    renderToString(
      <WaraqProvider app={app}>
        <Line />
      </WaraqProvider>,
    ),
  ).toBe('<p></p>')
})
