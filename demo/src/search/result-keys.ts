/** The field and the results are one column for the arrow keys. Marked elements are the results. */
const stops = 'input[type="search"], a[data-result]'

/**
 * Moves the focus from the field to the first result and along the results with the up and down keys. Enter in the field goes to
 * the first result, which also closes the keyboard of a phone. Escape on a result returns to the field.
 */
export function moveInResults(event: React.KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget, target } = event
  if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing) return
  const all = [...currentTarget.querySelectorAll<HTMLElement>(stops)]
  const at = all.findIndex((stop) => stop === target)
  if (at < 0) return
  const isField = at === 0
  const to =
    key === 'ArrowDown' || (key === 'Enter' && isField)
      ? at + 1
      : key === 'ArrowUp'
        ? at - 1
        : key === 'Escape' && !isField
          ? 0
          : -1
  const next = all[to]
  if (!next) return
  event.preventDefault()
  next.focus()
}
