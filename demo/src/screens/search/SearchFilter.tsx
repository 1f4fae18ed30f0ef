import { resourceKey, type ResourceKey } from '@waraq/contract'
import type { SearchedResource } from '@waraq/search/page'
import { useWords } from '../../ui/hooks.ts'

/** Limits the search to one text, where there are several. */
export function SearchFilter(props: {
  readonly resources: readonly SearchedResource[]
  readonly chosen: ResourceKey | null
  readonly onChoose: (key: ResourceKey | null) => void
  readonly nameOf: (key: ResourceKey) => string
}) {
  const { resources, chosen, onChoose, nameOf } = props
  const says = useWords().reading.search
  const keys = resources.filter(({ state }) => state !== 'absent').map(({ ref }) => resourceKey(ref))
  if (keys.length < 2) return null
  return (
    <label className="panel-select">
      <span className="visually-hidden">{says.only}</span>
      <select
        value={chosen ?? ''}
        onChange={({ target }) => onChoose(target.value === '' ? null : (target.value as ResourceKey))}
      >
        <option value="">{says.all}</option>
        {keys.map((key) => (
          <option key={key} value={key}>
            {nameOf(key)}
          </option>
        ))}
      </select>
    </label>
  )
}
