// @vitest-environment happy-dom
import type { Fonts } from '../../quran/fonts/fonts.ts'
import type { FontsStatus } from '../../quran/fonts/report.ts'
import { act, cleanup, renderHook } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePageFont } from './use-page-font.ts'

/** Faces that the document has. */
const added = new Set<{ readonly family: string }>()
beforeEach(() => {
  added.clear()
  Object.defineProperty(document, 'fonts', { value: added, configurable: true })
})
afterEach(cleanup)

const ref = (id = 1) => ({ group: 'mushafs', id })
const families = () => [...added].map(({ family }) => family)

/** Fonts that are what the test says, by page. */
function scriptedFonts(kept: Record<number, string | undefined>) {
  const listeners = new Set<(status: FontsStatus) => void>()
  const fontFace = vi.fn(async (_: unknown, page: number) => {
    const family = kept[page]
    if (family === 'broken') throw new Error('storage')
    return family && { face: { family }, asset: { page } }
  })
  let version = 0
  const fonts = {
    fontFace,
    watch: (_: unknown, listener: (status: FontsStatus) => void) => {
      listeners.add(listener)
      listener({ version } as FontsStatus)
      return () => void listeners.delete(listener)
    },
  } as unknown as Fonts
  const tell = async (next: number) => {
    version = next
    await act(async () => listeners.forEach((each) => each({ version } as FontsStatus)))
  }
  return { fonts, fontFace, tell, listeners }
}

function follow(fonts: Fonts | null, page = 1, reactStrictMode = false) {
  return renderHook(({ at, of }: { at: number; of: number }) => usePageFont(fonts, ref(of), at), {
    initialProps: { at: page, of: 1 },
    reactStrictMode,
  })
}

it('a font is in the document while its page is shown', async () => {
  const { fonts, listeners } = scriptedFonts({ 1: 'one' })
  const { result, unmount } = await act(async () => follow(fonts))
  expect(result.current).toEqual({ family: 'one', asset: { page: 1 } })
  expect(families()).toEqual(['one'])
  unmount()
  expect([families(), listeners.size]).toEqual([[], 0])
})

it('is renewed when it comes, is replaced, goes or cannot be read, and by nothing else', async () => {
  const kept: Record<number, string | undefined> = {}
  const { fonts, fontFace, tell } = scriptedFonts(kept)
  const { result } = await act(async () => follow(fonts))
  expect(result.current).toBeUndefined()
  kept[1] = 'one'
  await tell(0)
  expect([result.current, fontFace.mock.calls.length]).toEqual([undefined, 1])
  for (const [version, family, shown] of [
    [1, 'one', ['one']],
    [2, 'one', ['one']],
    [3, 'two', ['two']],
    [4, undefined, []],
    [5, 'three', ['three']],
    [6, 'broken', []],
  ] as const) {
    kept[1] = family
    await tell(version)
    expect([version, result.current?.family, families()]).toEqual([version, shown[0], shown])
  }
})

it('is never that of another page or mushaf', async () => {
  const { fonts } = scriptedFonts({ 1: 'one', 2: 'two' })
  const { result, rerender } = await act(async () => follow(fonts))
  act(() => rerender({ at: 2, of: 1 }))
  expect(result.current).toBeUndefined()
  await act(async () => undefined)
  expect([result.current?.family, families()]).toEqual(['two', ['two']])
  act(() => rerender({ at: 2, of: 2 }))
  expect(result.current).toBeUndefined()
  await act(async () => undefined)
  expect(result.current?.family).toBe('two')
})

it('is asked for once a question, and once more in StrictMode', async () => {
  const { fonts, fontFace } = scriptedFonts({ 1: 'one' })
  const { rerender } = await act(async () => follow(fonts))
  await act(async () => rerender({ at: 1, of: 1 }))
  expect(fontFace).toHaveBeenCalledTimes(1)
  cleanup()
  const { result } = await act(async () => follow(fonts, 1, true))
  expect([result.current?.family, families()]).toEqual(['one', ['one']])
})

it('is none without fonts, and on a server', async () => {
  const { result } = await act(async () => follow(null))
  expect(result.current).toBeUndefined()
  const { fonts, fontFace } = scriptedFonts({ 1: 'one' })
  function Page() {
    return <p>{usePageFont(fonts, ref(), 1)?.family ?? 'none'}</p>
  }
  expect([renderToString(<Page />), fontFace.mock.calls.length]).toEqual(['<p>none</p>', 0])
})
