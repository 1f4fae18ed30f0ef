import { firstPlaces, type PlacesTyped } from '../../jump/use-places-typed.ts'
import type { PlaceLink } from '../../jump/place-link.ts'
import { useChapters } from '../../reading/use-chapter-name.ts'
import { useSettings, useWords } from '../../ui/hooks.ts'
import { ForwardIcon } from '../../ui/Icons.tsx'
import { useReader } from '../../ui/reader-context.ts'

const mostPlaces = 4

/** The places that a person typed instead of words, shown before all hits. */
export function PlaceTyped({ places }: { readonly places: PlacesTyped }) {
  const words = useWords()
  if (places.missing !== null) return <p className="hint">{places.missing}</p>
  const links = firstPlaces(places, mostPlaces)
  if (links.length === 0) return null
  return (
    <ul className="places-typed" aria-label={words.reading.search.places}>
      {links.map((link) => (
        <li key={link.href}>
          <a className="card continue" href={link.href} data-result data-testid="place-typed">
            <span className="continue-words">
              <bdi className="continue-title">{link.known ?? link.name}</bdi>
              <About link={link} />
            </span>
            <ForwardIcon />
          </a>
        </li>
      ))}
    </ul>
  )
}

/** What the place is: the meaning and the length of a chapter, or the start of a verse. */
function About({ link: { known, name, chapter, verse } }: { readonly link: PlaceLink }) {
  const words = useWords()
  const { Beginning } = useReader()
  const entry = useChapters().get(chapter ?? 0)
  const inArabic = useSettings().spoken === 'ar'
  if (entry) {
    return (
      <span className="hint">
        {words.chapters.about(entry.meaning, entry.verses, entry.place)}
        {!inArabic && entry.arabicName && (
          <span lang="ar" dir="rtl" className="place-arabic">
            {entry.arabicName}
          </span>
        )}
      </span>
    )
  }
  return (
    <>
      {known !== undefined && <bdi className="hint">{name}</bdi>}
      {verse !== undefined && <Beginning verseKey={verse} />}
    </>
  )
}
