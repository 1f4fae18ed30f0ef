import { displayRange, rangeIn } from '../reading/verse-name.ts'
import { versesHref } from '../routes/route.ts'
import { searchable } from '../ui/searchable.ts'
import { arGoing } from '../words/ar-going.ts'
import { enGoing, type GoingWords } from '../words/en-going.ts'
import type { Words } from '../words/words.ts'
import type { PlaceLink } from './place-link.ts'

type Famous = GoingWords['famous']

/** Fewer letters are part of too many names. */
const leastLetters = 3

const [english, arabic] = [enGoing, arGoing].map(({ famous }) => famous) as [Famous, Famous]

/**
 * The verses and passages with a name that contains what was typed so far, in either language. Names that start with it come
 * first. `names`: the names in the language of the interface.
 */
export function famousTyped(
  text: string,
  names: Famous,
  words: Words,
  chapterName: (chapter: number) => string,
): readonly PlaceLink[] {
  const letters = searchable(text)
  if (letters.length < leastLetters) return []
  const at = (place: string) => {
    const all = [...(english[place] ?? []), ...(arabic[place] ?? [])].map(searchable)
    const found = all.map((name) => name.indexOf(letters)).filter((index) => index >= 0)
    return found.length === 0 ? null : Math.min(...found)
  }
  return Object.keys(names)
    .map((place) => ({ place, index: at(place) }))
    .filter((each): each is { place: string; index: number } => each.index !== null)
    .sort((a, b) => Number(a.index > 0) - Number(b.index > 0))
    .map(({ place }) => famousLink(place, names, words, chapterName))
}

function famousLink(
  place: string,
  names: Famous,
  words: Words,
  chapterName: (chapter: number) => string,
): PlaceLink {
  const range = rangeIn(place)
  return {
    href: versesHref(range.from, range.to),
    name: displayRange(range, chapterName, words),
    known: names[place]?.[0],
    verse: range.from,
  }
}
