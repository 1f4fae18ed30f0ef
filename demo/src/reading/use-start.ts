import { useMemo } from 'react'
import { useRoute } from '../routes/use-route.ts'
import { startOf, type Start } from './start.ts'

/** The verse that the page begins with. The same for as long as the address stays. */
export function useStart(): Start {
  const route = useRoute()
  return useMemo(() => startOf(route), [route])
}
