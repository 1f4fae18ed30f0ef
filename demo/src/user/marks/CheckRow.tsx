/** A check box in a verse's panel for an item that the person named. `does`: its label for people who do not see the context. */
export function CheckRow(props: {
  readonly name: string
  readonly does: string
  /** A detail below the name. */
  readonly where?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}) {
  const { name, does, where, checked, onChange } = props
  return (
    <label className="check-row">
      <span className="check-words">
        <bdi>{name}</bdi>
        {where !== undefined && <span className="hint">{where}</span>}
      </span>
      <input
        type="checkbox"
        aria-label={does}
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
    </label>
  )
}
