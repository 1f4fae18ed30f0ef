import type { ReactNode } from 'react'
import { useWords } from '../../ui/hooks.ts'

/** One thing that is kept, how large it is beside the others, and the button that takes it off the device. */
export function StoredItem(props: {
  readonly testId: string
  readonly name: string
  /** The name of what is removed. */
  readonly removes: string
  /** Share of all of its kind, from 0 to 1. */
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
