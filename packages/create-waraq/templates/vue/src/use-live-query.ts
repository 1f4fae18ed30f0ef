import type { LiveAnswer, LiveAnswers } from 'waraq'
import { shallowRef, watchEffect, type Ref } from 'vue'

/** The answer of a live query, renewed with every change. Another question begins without an answer. */
export function useLiveQuery<T>(ask: () => LiveAnswers<T>): Readonly<Ref<LiveAnswer<T>>> {
  const answer = shallowRef(ask().get())
  watchEffect((onCleanup) => onCleanup(ask().subscribe((next) => (answer.value = next))))
  return answer
}
