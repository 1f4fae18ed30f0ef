import { useWords } from '../../ui/hooks.ts'
import { Screen } from '../../ui/Screen.tsx'
import { StorageSection } from './StorageSection.tsx'

export function StoragePage() {
  const words = useWords()
  return (
    <Screen title={words.storage.title} name="storage">
      <StorageSection />
    </Screen>
  )
}
