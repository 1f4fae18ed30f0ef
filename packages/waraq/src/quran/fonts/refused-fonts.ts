import { ObservableValue } from '../../client/observable.ts'
import { resourceKey, type ResourceKey, type ResourceRef } from '@waraq/protocol'
import type { ContentStore } from '../../store/read/content-store.ts'
import { fontAssets } from '../readers/fonts.ts'
import type { FontFailure } from './report.ts'
import { hashOf } from './wanted-fonts.ts'

type OfMushaf = ReadonlyMap<string, FontFailure>

/** Fonts that this browser did not accept, by mushaf and hash, as long as rows name them. Each page has its own list. */
export class RefusedFonts {
  readonly #store: ContentStore
  readonly #value = new ObservableValue<ReadonlyMap<ResourceKey, OfMushaf>>(new Map())
  /** Functions that end the live queries of mushafs with refused fonts. */
  readonly #ends = new Map<ResourceKey, () => void>()
  readonly subscribe = this.#value.subscribe

  constructor(store: ContentStore) {
    this.#store = store
  }

  of(ref: ResourceRef): FontFailure[] {
    return [...this.#ofMushaf(resourceKey(ref)).values()]
  }

  refuse(ref: ResourceRef, sha256: string, failure: FontFailure): void {
    const key = resourceKey(ref)
    this.#set(key, new Map([...this.#ofMushaf(key), [sha256, failure]]))
    if (this.#ends.has(key)) return
    const end = this.#store.live(fontAssets(ref)).subscribe({
      next: (assets) => {
        const named = new Set(assets.map(hashOf))
        this.#keepOnly(key, (hash) => named.has(hash))
      },
      error: () => undefined,
    })
    this.#ends.set(key, end)
  }

  accept(ref: ResourceRef, sha256: string): void {
    this.#keepOnly(resourceKey(ref), (hash) => hash !== sha256)
  }

  clear(ref: ResourceRef): void {
    this.#keepOnly(resourceKey(ref), () => false)
  }

  close(): void {
    for (const end of this.#ends.values()) end()
    this.#ends.clear()
  }

  #keepOnly(key: ResourceKey, which: (sha256: string) => boolean): void {
    const before = this.#ofMushaf(key)
    const after = new Map([...before].filter(([hash]) => which(hash)))
    if (after.size < before.size) this.#set(key, after)
    if (after.size > 0) return
    this.#ends.get(key)?.()
    this.#ends.delete(key)
  }

  #ofMushaf(key: ResourceKey): OfMushaf {
    return this.#value.get().get(key) ?? new Map()
  }

  #set(key: ResourceKey, fonts: OfMushaf): void {
    this.#value.set(new Map([...this.#value.get(), [key, fonts]]))
  }
}
