/** A live query in the libraries that applications have: each takes it as it is. */
import { chapterRange, type ResourceRef } from '@waraq/protocol'
import { firstValueFrom, from, map, type Observable } from 'rxjs'
import { derived, get, type Readable } from 'svelte/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createBench, type Bench } from '../bench.test-support.ts'
import type { StoreView } from '../../store/read/store-view.ts'

const english: ResourceRef = { group: 'translations', id: 20 }

let bench: Bench
beforeEach(async () => {
  bench = createBench()
  await bench.engine.subscribe('translations:20')
  await bench.engine.sync()
})
afterEach(() => bench.close())

const textsOf = async (store: StoreView) =>
  (await store.rows('translation', english, chapterRange(1))).map(({ data }) => data.text)

const firstChapter = () => bench.store.live(textsOf)

async function correct(text: string): Promise<void> {
  const [row] = bench.sandbox.snapshotRows('translations:20')!
  bench.sandbox.publish([
    { resource: 'translations:20', update: { key: (row as { id: number }).id, text } },
  ] as never)
  await bench.engine.sync()
}

describe('RxJS', () => {
  it('makes an observable of it, which goes on until it is unsubscribed', async () => {
    const texts: Observable<unknown> = from(firstChapter()).pipe(map(([text]) => text))
    const seen: unknown[] = []
    const subscription = texts.subscribe((text) => seen.push(text))
    await expect.poll(() => seen).toHaveLength(1)
    await correct('corrected')
    await expect.poll(() => seen.at(-1)).toBe('corrected')
    subscription.unsubscribe()
    const reported = seen.length
    await correct('corrected again')
    expect(await firstValueFrom(texts)).toBe('corrected again')
    expect(seen).toHaveLength(reported)
  })
  it('hears why a query fails', async () => {
    const broken = bench.store.live(() => Promise.reject(new Error('broken')))
    await expect(firstValueFrom(from(broken))).rejects.toThrow('broken')
  })
  it('finds it by the symbol, where something on the page has defined one', () => {
    const observable = Symbol('observable')
    Object.defineProperty(Symbol, 'observable', { value: observable, configurable: true })
    try {
      expect(Reflect.has(firstChapter(), observable)).toBe(true)
    } finally {
      Reflect.deleteProperty(Symbol, 'observable')
    }
  })
})

describe('Svelte', () => {
  it('takes it as a store, which is undefined until the first answer', async () => {
    const texts: Readable<string[] | undefined> = firstChapter()
    const seen: unknown[] = []
    const end = derived(texts, (each) => each?.length).subscribe((count) => seen.push(count))
    expect(get(texts)).toBeUndefined()
    await expect.poll(() => seen).toEqual([undefined, 7])
    end()
  })
})
