import type { ResourceInfo } from '@waraq/engine'
import { useId } from 'react'
import type { TranslationEntry } from '../catalogue/catalogue.ts'
import { displayLanguage } from '../reading/languages.ts'
import { translationKey } from '../sync/kept-resources.ts'
import { isWritable, keptOf } from '../sync/sync-state.ts'
import { words } from '../words.ts'
import { ResourceState } from './ResourceState.tsx'
import { useSync } from './hooks.ts'
import { useReader } from './reader-context.ts'

export function TranslationItem(props: {
  readonly entry: TranslationEntry
  readonly info: ResourceInfo | undefined
}) {
  const { entry, info } = props
  const { sync } = useReader()
  const key = translationKey(entry.id)
  const state = useSync()
  // While the engine says nothing, what can be read is what was kept.
  const kept = state.status ? keptOf(state).has(key) : info?.status === 'installed'
  const id = useId()
  const change = () => void (kept ? sync.dropTranslation(entry.id) : sync.keepTranslation(entry.id))
  // Many translations are called after their author.
  const author = entry.author && !entry.name.includes(entry.author) ? [entry.author] : []
  const about = [displayLanguage(entry.language), ...author].join(' · ')
  return (
    <li className="resource" data-testid={`translation-${entry.id}`} data-kept={kept}>
      <label className="resource-choice">
        <span className="resource-words">
          <span className="resource-name">{entry.name}</span>
          <span className="resource-about" id={id}>
            {about}
          </span>
        </span>
        <input
          type="checkbox"
          className="switch"
          checked={kept}
          disabled={!isWritable(state)}
          onChange={change}
          aria-describedby={id}
          data-testid={`toggle-${key}`}
        />
      </label>
      {kept && (
        <ResourceState
          resource={key}
          name={entry.name}
          info={info}
          unit={words.resource.units.verse}
          usualBytes={3_300_000}
        />
      )}
    </li>
  )
}
