import { useRef, useState, type ReactNode } from 'react'
import { useWords } from '../../ui/hooks.ts'

/** The stored items of one kind, with their total size. */
export function StoredSection<Item extends { readonly key: string; readonly bytes: number }>(props: {
  readonly kind: string
  readonly title: string
  readonly items: readonly Item[]
  /** Shown instead of the list if nothing is stored. */
  readonly empty: ReactNode
  readonly hint?: string
  /** Renders an item. It calls `onRemoved` with the name of what was removed. */
  readonly row: (item: Item, onRemoved: (name: string) => void) => ReactNode
}) {
  const { kind, title, items, empty, hint, row } = props
  const words = useWords()
  const heading = useRef<HTMLHeadingElement>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  const onRemoved = (name: string) => {
    setRemoved(name)
    // The button disappears with its row, so the heading takes the focus.
    heading.current?.focus()
  }
  const total = items.reduce((sum, { bytes }) => sum + bytes, 0)
  return (
    <section className="stored" aria-labelledby={`${kind}-title`}>
      <div className="storage-head">
        <h2 id={`${kind}-title`} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <span data-testid={`${kind}-total`}>{words.figures.bytes(total)}</span>
      </div>
      {items.length > 0 ? (
        <ul className="card">{items.map((item) => row(item, onRemoved))}</ul>
      ) : (
        <p className="hint">{empty}</p>
      )}
      {hint !== undefined && <p className="hint">{hint}</p>}
      <p role="status" className="visually-hidden">
        {removed !== null && words.storage.removed(removed)}
      </p>
    </section>
  )
}
