import type { ResourceInfo } from '@waraq/engine'
import { arabicTextKey, isTranslation } from '../sync/kept-resources.ts'
import { ResourceState } from './ResourceState.tsx'
import { useSync } from './hooks.ts'
import { useReader } from './reader-context.ts'

/**
 * The Arabic text comes with the first translation and stays as long as there is one. It is listed before it is kept as
 * well: an item that appeared above the choices would push them away from the finger.
 */
export function ArabicTextItem({ info }: { readonly info: ResourceInfo | undefined }) {
  const { sync } = useReader()
  const { kept } = useSync()
  const isKept = kept.has(arabicTextKey)
  const removable = isKept && ![...kept].some(isTranslation)
  return (
    <li className="resource" data-testid="arabic-text" data-kept={isKept}>
      <div className="resource-choice">
        <span className="resource-words">
          <span className="resource-name">Arabic text</span>
          <span className="resource-about">Mushaf · 84,000 words, about 24 MB</span>
        </span>
        {removable && (
          <button type="button" className="button" onClick={() => void sync.dropArabicText()}>
            Remove
          </button>
        )}
      </div>
      {isKept ? (
        <ResourceState
          resource={arabicTextKey}
          name="Arabic text"
          info={info}
          unit="row"
          usualBytes={24_000_000}
        />
      ) : (
        <div className="resource-state">
          <p>Comes along with the first translation</p>
        </div>
      )}
    </li>
  )
}
