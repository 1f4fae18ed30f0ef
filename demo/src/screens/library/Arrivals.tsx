import type { ResourceKey } from '@waraq/contract'
import type { ResourceInfo } from '@waraq/engine'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../ui/hooks.ts'
import { useNames } from '../../ui/use-names.ts'

/** Announces to screen readers what has arrived since the page opened. They do not read a growing bar. */
export function Arrivals(props: { readonly resources: ReadonlyMap<ResourceKey, ResourceInfo> | undefined }) {
  const { resources } = props
  const words = useWords()
  const nameOf = useNames()
  const known = useRef<ReadonlySet<ResourceKey> | null>(null)
  const [arrived, setArrived] = useState<readonly ResourceKey[]>([])
  useEffect(() => {
    if (!resources) return
    const here = new Set(
      [...resources.values()].flatMap(({ key, status }) => (status === 'installed' ? [key] : [])),
    )
    const before = known.current
    known.current = here
    const fresh = before ? [...here].filter((key) => !before.has(key)) : []
    if (fresh.length > 0) setArrived(fresh)
  }, [resources])
  return (
    <p className="visually-hidden" role="status">
      {arrived.length > 0 && words.library.arrived(words.figures.list(arrived.map(nameOf)))}
    </p>
  )
}
