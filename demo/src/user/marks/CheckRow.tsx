/** A choice of a verse's panel, by what a person named. `does`: what it says to whoever does not see where it stands. */
export function CheckRow(props: {
  readonly name: string
  readonly does: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) {
  const { name, does, checked, onChange } = props
  return (
    <label className="check-row">
      <bdi>{name}</bdi>
      <input
        type="checkbox"
        aria-label={does}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}
