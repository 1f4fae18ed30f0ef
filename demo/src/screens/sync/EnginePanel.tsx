import { openPanel } from '@waraq/engine/devtools'
import { useEffect, useRef } from 'react'
import { useReader } from '../../ui/reader-context.ts'

/** The panel of `@waraq/engine/devtools`, which every application can show. It is in English only. */
export function EnginePanel() {
  const { engine } = useReader()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => openPanel(engine, { into: place.current! }), [engine])
  return <div ref={place} data-testid="engine-panel" />
}
