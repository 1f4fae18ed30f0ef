import { useMemo } from 'react'
import { useRoute } from '../routes/use-route.ts'
import { startOf, type Start } from './start.ts'

/** The verse that the page starts with. Stays the same while the address does. */
export function useStart(): Start {
  const route = useRoute()
  return useMemo(() => startOf(route), [route])
}
