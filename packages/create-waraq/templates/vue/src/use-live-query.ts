import { shallowRef, watchEffect } from 'vue'

interface Live<T> {
  subscribe(next: (answer: T) => void): () => void
}

/** The answer of a live query, renewed with every commit that changes it. Another question begins without an answer. */
export function useLiveQuery<T>(ask: () => Live<T>) {
  const answer = shallowRef<T>()
  watchEffect((onCleanup) => {
    answer.value = undefined
    onCleanup(ask().subscribe((next) => (answer.value = next)))
  })
  return answer
}
