import { resourceKey, type ResourceKey } from '@waraq/protocol'
import type { SearchedResource } from 'waraq/search'
import { searchOrders, type SearchOrder } from '../../settings/settings.ts'
import { useSettings, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'

/** The texts to search in, if there are several, and the order of the results, which is remembered. */
export function SearchChoices(props: {
  readonly resources: readonly SearchedResource[]
  readonly chosen: ResourceKey | null
  readonly onChoose: (key: ResourceKey | null) => void
  readonly nameOf: (key: ResourceKey) => string
}) {
  const { resources, chosen, onChoose, nameOf } = props
  const says = useWords().reading.search
  const { settings } = useReader()
  const { searchOrder } = useSettings()
  const keys = resources.filter(({ state }) => state !== 'absent').map(({ ref }) => resourceKey(ref))
  if (keys.length === 0) return null
  return (
    <div className="search-choices">
      {keys.length > 1 && (
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
      )}
      <label className="panel-select">
        <span className="visually-hidden">{says.order}</span>
        <select
          data-testid="search-order"
          value={searchOrder}
          onChange={({ target }) => settings.change({ searchOrder: target.value as SearchOrder })}
        >
          {searchOrders.map((order) => (
            <option key={order} value={order}>
              {says.orders[order]}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
