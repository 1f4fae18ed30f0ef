import type { ResourceKey } from '@waraq/protocol'

/** Chooses one of several resources of a kind. */
export function ResourceSelect(props: {
  readonly className: 'select' | 'panel-select'
  readonly label: string
  /** Whether the label is visible. By default, only screen readers get it. */
  readonly isLabelShown?: boolean
  readonly keys: readonly ResourceKey[]
  readonly value: ResourceKey
  readonly nameOf: (key: ResourceKey) => string
  readonly onChoose: (key: ResourceKey) => void
}) {
  const { className, label, isLabelShown = false, keys, value, nameOf, onChoose } = props
  return (
    <label className={className}>
      <span className={isLabelShown ? undefined : 'visually-hidden'}>{label}</span>
      <select value={value} onChange={({ target }) => onChoose(target.value as ResourceKey)}>
        {keys.map((key) => (
          <option key={key} value={key}>
            {nameOf(key)}
          </option>
        ))}
      </select>
    </label>
  )
}
