import { resourceKey, type ResourceKey } from '@waraq/contract'
import { arabicTextKey } from '../../sync/kept-resources.ts'
import { keptOf } from '../../sync/sync-state.ts'
import { CatalogueProblem } from '../../ui/CatalogueProblem.tsx'
import { useCatalogue, useSync, useWords } from '../../ui/hooks.ts'
import { Screen } from '../../ui/Screen.tsx'
import { useResources } from '../../ui/use-installed.ts'
import { ResourceItem } from './ResourceItem.tsx'

/** What can be kept on this device, and how far it has come. */
export function LibraryPage() {
  const words = useWords()
  const { catalogue } = useCatalogue()
  const kept = keptOf(useSync())
  const { value: resources } = useResources()
  const listed = (catalogue?.resources ?? []).map(({ ref }) => resourceKey(ref))
  const keys = new Set<ResourceKey>([arabicTextKey, ...(kept as ReadonlySet<ResourceKey>), ...listed])
  return (
    <Screen title={words.navigation.library} name="library">
      <CatalogueProblem />
      <ul className="resources" data-testid="library">
        {[...keys].map((key) => (
          <ResourceItem key={key} resource={key} info={resources?.get(key)} />
        ))}
      </ul>
    </Screen>
  )
}
