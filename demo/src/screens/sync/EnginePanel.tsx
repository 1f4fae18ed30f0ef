import { openPanel } from '@waraq/engine/devtools'
import { useEffect, useRef } from 'react'
import { useReader } from '../../ui/reader-context.ts'

/** The panel that every application can show, in its own English. */
export function EnginePanel() {
  const { engine } = useReader()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => openPanel(engine, { into: place.current! }), [engine])
  return <div ref={place} data-testid="engine-panel" />
}
