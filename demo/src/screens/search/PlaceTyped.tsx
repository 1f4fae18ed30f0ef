import type { PlacesTyped } from '../../jump/use-places-typed.ts'
import { useWords } from '../../ui/hooks.ts'
import { ForwardIcon } from '../../ui/Icons.tsx'

const mostCandidates = 3

/** The place that a person typed instead of words, before all hits. */
export function PlaceTyped({ places }: { readonly places: PlacesTyped }) {
  const words = useWords()
  const { links, missing } = places
  if (missing !== null) return <p className="hint">{missing}</p>
  if (links.length === 0) return null
  return (
    <ul className="places-typed" aria-label={words.reading.search.places}>
      {links.slice(0, mostCandidates).map(({ href, name }) => (
        <li key={href}>
          <a className="card continue" href={href} data-testid="place-typed">
            <bdi className="continue-title">{name}</bdi>
            <ForwardIcon />
          </a>
        </li>
      ))}
    </ul>
  )
}
