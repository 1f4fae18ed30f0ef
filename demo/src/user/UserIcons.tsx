/** Drawings for the person's own data. All are decoration: the words next to them have the same meaning. */

const favorite = 'M12 4.2l2.4 4.9 5.4.8-3.9 3.8.9 5.4-4.8-2.5-4.8 2.5.9-5.4L4.2 9.9l5.4-.8Z'

export const StarIcon = ({ filled }: { readonly filled: boolean }) => (
  <svg className={filled ? 'icon filled' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
    <path d={favorite} />
  </svg>
)

export const NoteIcon = () => (
  <svg className="icon mirrors" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 4.5h14v10.2L14.2 19.5H5ZM14 19.3v-4.8h4.8M8.5 9h7M8.5 12.5h4" />
  </svg>
)

export const EditIcon = () => (
  <svg className="icon mirrors" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 19l1-4L16.5 4.5l3 3L9 18ZM14 7l3 3" />
  </svg>
)

export const CollectionIcon = () => (
  <svg className="icon mirrors" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M4 18.5v-12h5.5l2 2.5H20v9.5Z" />
  </svg>
)

export const HighlightIcon = () => (
  <svg className="icon mirrors" viewBox="0 0 24 24" aria-hidden="true">
    <path d="M5 19.5h14M8 15.5l-1-3.5 8-7.5 3.5 3.5-7 8Z" />
  </svg>
)
