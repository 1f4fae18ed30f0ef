import type { ResourceKey } from '@waraq/contract'
import type { ResourceInfo } from '@waraq/engine'
import { useId } from 'react'
import { displayLanguage } from '../../reading/languages.ts'
import { isWritable, keptOf } from '../../sync/sync-state.ts'
import { useCatalogue, useSync, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { useNames } from '../../ui/use-names.ts'
import { ResourceState } from './ResourceState.tsx'

export function ResourceItem(props: {
  readonly resource: ResourceKey
  readonly info: ResourceInfo | undefined
}) {
  const { resource, info } = props
  const words = useWords()
  const { sync } = useReader()
  const state = useSync()
  const name = useNames()(resource)
  const entry = useCatalogue().catalogue?.resources.find(({ key }) => key === resource)
  // While the engine says nothing, what can be read is what was kept.
  const kept = state.status ? keptOf(state).has(resource) : info?.status === 'installed'
  const id = useId()
  const change = () => void (kept ? sync.drop(resource) : sync.keep(resource))
  const about = [
    ...(entry?.language ? [displayLanguage(entry.language, words.figures.language)] : []),
    // Many translations are called after their author.
    ...(entry?.author && !name.includes(entry.author) ? [entry.author] : []),
  ].join(' · ')
  return (
    <li className="resource" data-testid={`resource-${resource}`} data-kept={kept}>
      <label className="resource-choice">
        <span className="resource-words">
          <span className="resource-name">{name}</span>
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
          data-testid={`toggle-${resource}`}
        />
      </label>
      {kept && <ResourceState resource={resource} name={name} info={info} />}
    </li>
  )
}
