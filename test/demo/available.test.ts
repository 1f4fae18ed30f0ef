import type { ResourceRef } from '@waraq/protocol'
import { afterEach, expect, it, vi } from 'vitest'
import { Available } from '../../demo/src/names/available.ts'

/** Which resources there are, as the reader knows it. */

afterEach(() => vi.unstubAllGlobals())

const translation: ResourceRef = { group: 'translations', id: 20 }

function storage(): Map<string, string> {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  })
  return items
}

it('is what the service says, and known to the next page at once, asked once however many ask', async () => {
  const items = storage()
  const ask = vi.fn<() => Promise<readonly ResourceRef[]>>(async () => [translation])
  const available = new Available({ available: ask })
  expect(available.state.get().keys).toBeNull()
  await Promise.all([available.load(), available.has('translations:20', 1_000)])
  expect(ask).toHaveBeenCalledTimes(1)
  expect(await available.has('articles:1', 0)).toBe(false)
  // As the versions before this one stored it.
  expect([...items]).toEqual([['waraq.feed.1', '["translations:20"]']])
  const next = new Available({ available: () => new Promise(() => undefined) })
  expect(await next.has('translations:20', 0)).toBe(true)
})

it('stays what this device knows where the service does not answer, or nothing can be stored', async () => {
  storage().set('waraq.feed.1', '["articles:1"]')
  const offline = new Available({ available: () => Promise.reject(new Error('offline')) })
  await offline.load()
  expect([...offline.state.get().keys!]).toEqual(['articles:1'])

  vi.stubGlobal('localStorage', undefined)
  const available = new Available({ available: async () => [translation] })
  await available.load()
  expect([...available.state.get().keys!]).toEqual(['translations:20'])
})

it('does not keep a choice waiting for long', async () => {
  storage()
  const available = new Available({ available: () => new Promise(() => undefined) })
  expect(await available.has('translations:20', 0)).toBe(false)
})
