import type { SearchStatus } from 'waraq/search'
import { libraryHref } from '../../routes/route.ts'
import { indexedShare } from '../../search/search-progress.ts'
import { useWords } from '../../ui/hooks.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

/** Whether there is no text to search in. */
export function hasNothing(status: SearchStatus | null): boolean {
  return status?.state === 'ready' && status.resources.every(({ state }) => state === 'absent')
}

/** Shows which resources are not searched yet, or cannot be searched. */
export function IndexState({ status }: { readonly status: SearchStatus | null }) {
  const words = useWords()
  const says = words.reading.search
  if (!status) return null
  if (status.state === 'failed') {
    return (
      <p className="problem" role="alert">
        {says.failed}
      </p>
    )
  }
  if (hasNothing(status)) {
    return (
      <p className="hint" data-testid="nothing-to-search">
        {says.nothing} <a href={libraryHref}>{words.reading.toLibrary}</a>
      </p>
    )
  }
  const share = indexedShare(status)
  if (share === null) return null
  return (
    <div className="index-state" data-testid="index-state">
      <p className="hint">{says.building(share)}</p>
      <ProgressBar name={says.index} words={words.figures.share(share)} share={share} />
    </div>
  )
}
