import { SearchIcon } from './Icons.tsx'

export function SearchField(props: {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  /** Direction of the typed text, if it is not the page's. */
  readonly direction?: 'ltr' | 'rtl' | undefined
  readonly onChange: (value: string) => void
}) {
  return (
    <label className="search">
      <SearchIcon />
      <input
        type="search"
        placeholder={props.placeholder}
        aria-label={props.label}
        dir={props.direction}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </label>
  )
}
