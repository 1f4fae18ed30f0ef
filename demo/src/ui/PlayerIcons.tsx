/** Drawings of the player and of verses. All are decoration: each button has a label. */

function Drawing({ d, filled = false, mirrors = false }: { d: string; filled?: boolean; mirrors?: boolean }) {
  const names = ['icon', ...(filled ? ['filled'] : []), ...(mirrors ? ['mirrors'] : [])]
  return (
    <svg className={names.join(' ')} viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  )
}

export const PlayIcon = () => <Drawing filled d="M8 5.5v13l10.5-6.5Z" />
export const PauseIcon = () => <Drawing filled d="M7 5.5h3.2v13H7ZM13.8 5.5H17v13h-3.2Z" />
export const NextIcon = () => <Drawing filled mirrors d="M6 6v12l8.5-6ZM16 6h2v12h-2Z" />
export const PreviousIcon = () => <Drawing filled mirrors d="M18 6v12l-8.5-6ZM6 6h2v12H6Z" />
export const KeepIcon = () => <Drawing d="M12 4v10M8 10.5l4 4 4-4M5 19h14" />
export const RemoveIcon = () => (
  <Drawing d="M5 7h14M10 7V4.5h4V7M7 7l.8 12.5h8.4L17 7M10.5 10.5v5.5M13.5 10.5v5.5" />
)
export const CloseIcon = () => <Drawing d="m6 6 12 12M18 6 6 18" />
/** Two sliders. */
export const OptionsIcon = () => (
  <Drawing d="M4 8h8M16 8h4M14 6a2 2 0 1 1 0 4 2 2 0 0 1 0-4ZM4 16h4M12 16h8M10 14a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z" />
)
/** Two letters, as for the size of a text. */
export const TextIcon = () => (
  <Drawing d="M3.5 18 8.5 6h.5l5 12M5.3 14h6.9M20.5 11.5V18M20.5 14.8a3 3.2 0 1 1-6 0 3 3.2 0 0 1 6 0Z" />
)
export const LinkIcon = () => (
  <Drawing d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1" />
)
export const CopyIcon = () => <Drawing d="M8.5 8.5V5h10.5v10.5h-3.5M5 8.5h10.5V19H5Z" />
export const BookIcon = () => <Drawing d="M6 4.5h12v15H6ZM9 8.5h6M9 12h6" />
export const ShareIcon = () => <Drawing d="M12 14V4M8.5 7.5 12 4l3.5 3.5M7 11H5.5v8.5h13V11H17" />
/** Lines, of which some are marked. */
export const SelectIcon = () => <Drawing d="M4 8.5h16v7H4ZM7 12h10M7 4.5h10M7 19.5h10" />
export const DownIcon = () => <Drawing d="m6.5 9.5 5.5 5.5 5.5-5.5" />
