import { useWords } from '../../ui/hooks.ts'
import { Screen } from '../../ui/Screen.tsx'
import { Subscriptions } from './Subscriptions.tsx'

/** What the engine does, for developers. */
export function SyncPage() {
  const words = useWords()
  return (
    <Screen title={words.navigation.sync} name="sync">
      <Subscriptions />
    </Screen>
  )
}
