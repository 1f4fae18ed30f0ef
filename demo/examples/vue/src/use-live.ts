import type { ContentStore } from '@waraq/engine'
import type { Query } from '@waraq/reader'
import { inject, shallowRef, toValue, watch, type InjectionKey, type MaybeRefOrGetter } from 'vue'

export const storeKey: InjectionKey<ContentStore> = Symbol('store')

/** The answer to a question, renewed with every commit that changes it. Another question begins without an answer. */
export function useLive<T>(question: MaybeRefOrGetter<Query<T>>) {
  const store = inject(storeKey)!
  const value = shallowRef<T>()
  const error = shallowRef<unknown>()
  const asked = () => toValue(question)
  const follow = (_key: string, _before: string | undefined, onCleanup: (end: () => void) => void) => {
    value.value = error.value = undefined
    const next = (answer: T) => {
      value.value = answer
      error.value = undefined
    }
    onCleanup(store.live(asked()).subscribe({ next, error: (problem) => (error.value = problem) }))
  }
  watch(() => asked().key, follow, { immediate: true })
  return { value, error }
}
