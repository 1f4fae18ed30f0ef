import type { ReactNode } from 'react'

/** Small drawings. All are decoration: the words next to them have the same meaning. */

function Icon({
  className = 'icon',
  children,
}: {
  readonly className?: string
  readonly children: ReactNode
}) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  )
}

export function LeafIcon() {
  return (
    <Icon className="icon leaf">
      <path d="M5.5 18C4 12 6.6 6 17.5 5c.8 8.8-3.5 13.8-10 12.6" />
      <path d="M5 20.5c1.7-4.7 4.5-7.9 8.2-10.2" />
    </Icon>
  )
}

/** Points to the start of reading. Mirrored in right-to-left languages. */
export function BackIcon() {
  return (
    <Icon className="icon mirrors">
      <path d="M14.5 5.5 8 12l6.5 6.5" />
    </Icon>
  )
}

export function ForwardIcon() {
  return (
    <Icon className="icon mirrors">
      <path d="m9.5 5.5 6.5 6.5-6.5 6.5" />
    </Icon>
  )
}

export function SyncIcon() {
  return (
    <Icon>
      <path d="M19.5 12a7.5 7.5 0 0 1-13.3 4.8M4.5 12a7.5 7.5 0 0 1 13.3-4.8" />
      <path d="M18.5 3.5v4h-4M5.5 20.5v-4h4" />
    </Icon>
  )
}

export function OfflineIcon() {
  return (
    <Icon>
      <path d="M9.2 6.6a5.5 5.5 0 0 1 8 3.9A3.8 3.8 0 0 1 19 17.2M15 18H7a4 4 0 0 1-.4-8" />
      <path d="m4 4 16 16" />
    </Icon>
  )
}

export function SearchIcon() {
  return (
    <Icon className="icon mirrors">
      <circle cx="11" cy="11" r="6" />
      <path d="m15.5 15.5 4.5 4.5" />
    </Icon>
  )
}

export function ReadIcon() {
  return (
    <Icon>
      <path d="M12 6.5C10 5 7 4.5 3.5 4.8v13c3.5-.3 6.5.2 8.5 1.7 2-1.5 5-2 8.5-1.7v-13C17 4.5 14 5 12 6.5Z" />
      <path d="M12 6.5v13" />
    </Icon>
  )
}

/** A ribbon that marks a page. */
export function SavedIcon() {
  return (
    <Icon>
      <path d="M7 4.5h10v15.2l-5-3.7-5 3.7Z" />
    </Icon>
  )
}

export function PersonIcon() {
  return (
    <Icon>
      <circle cx="12" cy="8.5" r="3.7" />
      <path d="M5 19.8c.8-3.6 3.6-5.3 7-5.3s6.2 1.7 7 5.3" />
    </Icon>
  )
}

export function LibraryIcon() {
  return (
    <Icon className="icon mirrors">
      <path d="M5 4.5v15M9.5 4.5v15M13.2 5.3l5 14.2" />
      <path d="M3.5 19.5h17" />
    </Icon>
  )
}

export function MoreIcon() {
  return (
    <Icon className="icon dots">
      <circle cx="5.5" cy="12" r="1.2" />
      <circle cx="12" cy="12" r="1.2" />
      <circle cx="18.5" cy="12" r="1.2" />
    </Icon>
  )
}

export function StorageIcon() {
  return (
    <Icon>
      <ellipse cx="12" cy="6" rx="7.5" ry="2.5" />
      <path d="M4.5 6v12c0 1.4 3.4 2.5 7.5 2.5s7.5-1.1 7.5-2.5V6" />
      <path d="M4.5 12c0 1.4 3.4 2.5 7.5 2.5s7.5-1.1 7.5-2.5" />
    </Icon>
  )
}

export function SettingsIcon() {
  return (
    <Icon>
      <path d="M4 7h9M17 7h3M4 17h3M11 17h9" />
      <circle cx="15" cy="7" r="2" />
      <circle cx="9" cy="17" r="2" />
    </Icon>
  )
}
