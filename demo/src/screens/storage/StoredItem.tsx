import type { ReactNode } from 'react'
import { useWords } from '../../ui/hooks.ts'

/** A stored item with its share of the total size, and a button that removes it from the device. */
export function StoredItem(props: {
  readonly testId: string
  readonly name: string
  /** Name of what the button removes. */
  readonly removes: string
  /** Share of all items of its kind, from 0 to 1. */
  readonly share: number
  readonly mayGo?: boolean
  readonly onRemove: () => void
  readonly children: ReactNode
}) {
  const { testId, name, removes, share, mayGo = true, onRemove, children } = props
  const { storage } = useWords()
  return (
    <li className="stored-resource" data-testid={testId}>
      <div className="stored-words">
        <bdi className="resource-name">{name}</bdi>
        {children}
      </div>
      <button
        type="button"
        className="button"
        aria-label={storage.removeNamed(removes)}
        disabled={!mayGo}
        onClick={onRemove}
      >
        {storage.remove}
      </button>
      <div className="stored-share" aria-hidden="true">
        <div style={{ inlineSize: `${share * 100}%` }} />
      </div>
    </li>
  )
}
