/** Small drawings. All are decoration: the words beside them say the same. */

export function LeafIcon() {
  return (
    <svg className="icon leaf" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5.5 18C4 12 6.6 6 17.5 5c.8 8.8-3.5 13.8-10 12.6" />
      <path d="M5 20.5c1.7-4.7 4.5-7.9 8.2-10.2" />
    </svg>
  )
}

export function BackIcon() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M14.5 5.5 8 12l6.5 6.5" />
    </svg>
  )
}

export function ForwardIcon() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="m9.5 5.5 6.5 6.5-6.5 6.5" />
    </svg>
  )
}

export function SyncIcon() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M19.5 12a7.5 7.5 0 0 1-13.3 4.8M4.5 12a7.5 7.5 0 0 1 13.3-4.8" />
      <path d="M18.5 3.5v4h-4M5.5 20.5v-4h4" />
    </svg>
  )
}

export function SearchIcon() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="11" cy="11" r="6" />
      <path d="m15.5 15.5 4.5 4.5" />
    </svg>
  )
}
