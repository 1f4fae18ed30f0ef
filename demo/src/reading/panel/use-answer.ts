import type { Query } from '@waraq/engine/readers'
import { useMemo } from 'react'
import { useLive, type LiveValue } from '../../ui/hooks.ts'

/** The answer to a question, asked again only when it is another one. */
export function useAnswer<T>(query: Query<T>): LiveValue<T> {
  const { key } = query
  // The same key is the same question.
  const kept = useMemo(() => query, [key])
  return useLive(kept)
}
