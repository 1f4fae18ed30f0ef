import type { ResourceInfo } from '@waraq/engine'
import { arabicTextKey, isTranslation } from '../sync/kept-resources.ts'
import { isWritable, keptOf } from '../sync/sync-state.ts'
import { words } from '../words.ts'
import { ResourceState } from './ResourceState.tsx'
import { useSync } from './hooks.ts'
import { useReader } from './reader-context.ts'

/**
 * The Arabic text comes with the first translation and stays as long as there is one. It is listed before it is kept as
 * well: an item that appeared above the choices would push them away from the finger.
 */
export function ArabicTextItem({ info }: { readonly info: ResourceInfo | undefined }) {
  const { sync } = useReader()
  const state = useSync()
  const kept = keptOf(state)
  // While the engine says nothing, what can be read is what was kept.
  const isKept = state.status ? kept.has(arabicTextKey) : info?.status === 'installed'
  const removable = isKept && ![...kept].some(isTranslation)
  return (
    <li className="resource" data-testid="arabic-text" data-kept={isKept}>
      <div className="resource-choice">
        <span className="resource-words">
          <span className="resource-name">{words.library.arabic}</span>
          <span className="resource-about">{words.library.aboutArabic}</span>
        </span>
        {removable && (
          <button
            type="button"
            className="button"
            disabled={!isWritable(state)}
            onClick={() => void sync.dropArabicText()}
          >
            {words.library.remove}
          </button>
        )}
      </div>
      {isKept ? (
        <ResourceState
          resource={arabicTextKey}
          name={words.library.arabic}
          info={info}
          unit={words.resource.units.row}
          usualBytes={24_000_000}
        />
      ) : (
        <div className="resource-state">
          <p>{words.library.arabicComes}</p>
        </div>
      )}
    </li>
  )
}
