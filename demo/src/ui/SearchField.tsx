import { SearchIcon } from './Icons.tsx'

export function SearchField(props: {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  return (
    <label className="search">
      <SearchIcon />
      <input
        type="search"
        placeholder={props.placeholder}
        aria-label={props.label}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </label>
  )
}
