import { usePlacesTyped } from '../../jump/use-places-typed.ts'
import { PlaceTyped } from '../search/PlaceTyped.tsx'

/** The places that a reader typed into the filter of chapters, if it is not only the name of one. */
export function PlacesFound({ text }: { readonly text: string }) {
  const { links, famous, missing, isRead } = usePlacesTyped(text)
  const isBeyond = ({ chapter }: (typeof links)[number]) => chapter === undefined
  return (
    <PlaceTyped
      places={{
        links: links.filter(isBeyond),
        famous,
        chapters: [],
        missing,
        isRead,
      }}
    />
  )
}
