import { isStillOpening } from '../../sync/sync-state.ts'
import { useSync, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { Screen } from '../../ui/Screen.tsx'
import { CurrentRun } from './CurrentRun.tsx'
import { EngineFacts } from './EngineFacts.tsx'
import { EnginePanel } from './EnginePanel.tsx'
import { SandboxFaults } from './SandboxFaults.tsx'
import { Subscriptions } from './Subscriptions.tsx'
import { Timeline } from './Timeline.tsx'

/** What the engine does, did and will do, for developers. */
export function SyncPage() {
  const words = useWords()
  const { admin } = useReader()
  const isOpening = isStillOpening(useSync())
  return (
    <Screen title={words.panel.title} name="sync" busy={isOpening}>
      <p className="hint">{words.panel.about}</p>
      {!isOpening && (
        <>
          <EngineFacts />
          <CurrentRun />
          {admin && <SandboxFaults admin={admin} />}
          <Subscriptions />
          <Timeline />
          <EnginePanel />
        </>
      )}
    </Screen>
  )
}
