import { chapterTable, sharedNames } from './chapter-table.ts'
import { bareLetters, nameKey, nameKeys, skeleton } from './spelling.ts'
import { maxLength } from './verse-numbers.ts'
import { wordsIn } from './vocabulary.ts'

/** Names of a chapter besides those that are known, as an entry of a catalogue has them: in the person's language. */
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

/** The names of entries, by key; made once for each list. */
function givenNames(chapters: readonly NamedChapter[]): Index {
  const before = indexes.get(chapters)
  if (before) return before
  const names = new Map<string, readonly number[]>()
  for (const { id, name, arabicName, meaning } of chapters) {
    for (const each of [name, arabicName, meaning]) {
      for (const key of nameKeys(wordsIn(bareLetters((each ?? '').slice(0, maxLength)))))
        names.set(key, [...new Set([...(names.get(key) ?? []), id])])
    }
  }
  indexes.set(chapters, names)
  return names
}

const none: readonly NamedChapter[] = []

/** The chapters that have this name, which is in bare letters, the more likely one first. */
export function chaptersNamed(
  words: readonly string[],
  given: readonly NamedChapter[] = none,
): readonly number[] {
  for (const key of nameKeys(words)) {
    const chapters = knownNames().get(key) ?? givenNames(given).get(key)
    if (chapters) return chapters
  }
  return []
}

/** The chapters whose names have the same consonants: a guess, for a text that says that it names a chapter. */
export function chaptersSounding(words: readonly string[]): readonly number[] {
  const [key = ''] = nameKeys(words)
  const wanted = skeleton(key)
  if (wanted.length < 2 || !/^[a-z]+$/.test(key)) return []
  const fitting = [...knownNames()].filter(([name]) => skeleton(name) === wanted)
  return [...new Set(fitting.flatMap(([, chapters]) => chapters))]
}

/** The chapters of which a name begins with this one. */
export function chaptersBeginning(words: readonly string[], given: readonly NamedChapter[] = none): number[] {
  const keys = nameKeys(words)
  const fits = ([name]: readonly [string, unknown]) => keys.some((key) => name.startsWith(key))
  return [...knownNames(), ...givenNames(given)].filter(fits).flatMap(([, chapters]) => chapters)
}
