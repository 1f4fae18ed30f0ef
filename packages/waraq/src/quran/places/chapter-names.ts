import { chapterMeant, chaptersMeantBy, formsOf } from './chapter-meanings.ts'
import { chapterTable, sharedNames } from './chapter-table.ts'
import { bareLetters, nameKey, nameKeys, skeleton } from './spelling.ts'
import { maxLength, plainForm } from './verse-numbers.ts'
import { wordsIn } from './vocabulary.ts'

/** Additional names of a chapter in the person's language, in the form of a catalogue entry. */
export interface NamedChapter {
  readonly id: number
  readonly name: string
  readonly arabicName?: string | null
  readonly meaning?: string | null
}

type Index = ReadonlyMap<string, readonly number[]>

let known: Index | undefined

function knownNames(): Index {
  if (known) return known
  const names = new Map<string, readonly number[]>()
  for (const [at, line] of chapterTable.split('\n').entries()) {
    for (const name of line.split(/[ |]/)) {
      const key = nameKey(name.toLowerCase())
      if (!names.has(key)) names.set(key, [at + 1])
    }
  }
  for (const [name, chapters] of Object.entries(sharedNames)) names.set(nameKey(name), chapters)
  return (known = names)
}

const indexes = new WeakMap<readonly NamedChapter[], Index>()

/** The names of entries by key, computed once for each list. */
function givenNames(chapters: readonly NamedChapter[]): Index {
  const before = indexes.get(chapters)
  if (before) return before
  const names = new Map<string, readonly number[]>()
  for (const { id, name, arabicName, meaning } of chapters) {
    const forms = [name, arabicName, meaning].flatMap((each) => [
      ...formsOf((each ?? '').slice(0, maxLength)),
    ])
    for (const key of forms.flatMap((form) => nameKeys(wordsIn(bareLetters(plainForm(form))))))
      names.set(key, [...new Set([...(names.get(key) ?? []), id])])
  }
  indexes.set(chapters, names)
  return names
}

const none: readonly never[] = []

/**
 * The chapters with this name, the more likely one first. The name must be in bare letters. `isSaid`: the text says that it
 * names a chapter.
 */
export function chaptersNamed(
  words: readonly string[],
  given: readonly NamedChapter[] = none,
  isSaid = false,
): readonly number[] {
  for (const key of nameKeys(words)) {
    const chapters = [...(knownNames().get(key) ?? none), ...(givenNames(given).get(key) ?? none)]
    if (chapters.length > 0) return [...new Set(chapters)]
  }
  const meant = chapterMeant(words, isSaid)
  return meant === undefined ? [] : [meant]
}

/**
 * Whether these words are the name of a chapter, though some of them have another meaning: "the family of Imran", "La Vaca". The
 * names of the table have no such words.
 */
export function isWholeName(words: readonly string[], given: readonly NamedChapter[] = none): boolean {
  if (chapterMeant(words) !== undefined) return true
  return given.length > 0 && nameKeys(words).some((key) => givenNames(given).has(key))
}

/** The chapters whose names have the same consonants. This is a guess, for a text that explicitly names a chapter. */
export function chaptersSounding(words: readonly string[]): readonly number[] {
  const [key = ''] = nameKeys(words)
  const wanted = skeleton(key)
  if (wanted.length < 2 || !/^[a-z]+$/.test(key)) return []
  const fitting = [...knownNames()].filter(([name]) => skeleton(name) === wanted)
  return [...new Set(fitting.flatMap(([, chapters]) => chapters))]
}

/** The chapters that have a name starting with this one. */
export function chaptersBeginning(words: readonly string[], given: readonly NamedChapter[] = none): number[] {
  const keys = nameKeys(words)
  const fits = ([name]: readonly [string, unknown]) => keys.some((key) => name.startsWith(key))
  const named = [...knownNames(), ...givenNames(given)].filter(fits).flatMap(([, chapters]) => chapters)
  return [...named, ...chaptersMeantBy(words)]
}
