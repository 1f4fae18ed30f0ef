import type { ChapterEntry } from 'waraq/quran'
import { useDeferredValue } from 'react'
import { useEntryState } from '../../ui/use-entry-state.ts'
import { useChapterEntries, useChapterName } from '../../reading/use-chapter-name.ts'
import { usePlaces } from '../../reading/use-places.ts'
import { later } from '../../shell/later.tsx'
import { chapterHref } from '../../routes/route.ts'
import { useSettings, useWords } from '../../ui/hooks.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { searchable } from '../../ui/searchable.ts'

const PlacesFound = later(() => import('./PlacesFound.tsx').then((places) => places.PlacesFound))

function matches(chapter: ChapterEntry, wanted: string): boolean {
  if (/^\d+$/.test(wanted)) return String(chapter.id).startsWith(wanted)
  return [chapter.name, chapter.meaning, chapter.arabicName].some((name) =>
    searchable(name ?? '').includes(wanted),
  )
}

function ChapterLink({ chapter, name }: { readonly chapter: ChapterEntry; readonly name: string }) {
  const words = useWords()
  const { spoken } = useSettings()
  return (
    <li>
      <a className="chapter-link" href={chapterHref(chapter.id)} data-testid={`chapter-link-${chapter.id}`}>
        <span className="chapter-number">{words.figures.number(chapter.id)}</span>
        <span className="chapter-words">
          <span className="chapter-name">{name}</span>
          <span className="chapter-about">
            {words.chapters.about(chapter.meaning, chapter.verses, chapter.place)}
          </span>
        </span>
        {spoken !== 'ar' && chapter.arabicName && (
          <span className="chapter-arabic" lang="ar" dir="rtl">
            {chapter.arabicName}
          </span>
        )}
      </a>
    </li>
  )
}

/** Enter in the field opens the first of the places and chapters that are listed. */
function openFirst({ key, target, nativeEvent, currentTarget }: React.KeyboardEvent<HTMLElement>): void {
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  currentTarget.querySelector('a')?.click()
}

export function ChapterList() {
  const words = useWords()
  const all = useChapterEntries()
  const nameOf = useChapterName()
  const [query, setQuery] = useEntryState<string>('filter', '')
  const wanted = useDeferredValue(query)
  const places = usePlaces(query !== '')
  // Without names there is no list to filter; the page shows the reason.
  if (all.length === 0) return null
  const letters = searchable(wanted)
  const isNumber = /^\d*$/.test(letters)
  // Also matches names in other spellings, and places: "سورة البقرة", "bakara", "2:255".
  const meant = new Set(isNumber ? [] : places?.chaptersTyped(wanted, { chapters: all }))
  const chapters = all.filter((chapter) => meant.has(chapter.id) || matches(chapter, letters))
  const isPlace = letters !== '' && Boolean(places?.parsePlace(wanted, { chapters: all }))
  return (
    <section className="chapters" aria-labelledby="chapters-title" onKeyDown={openFirst}>
      <div className="chapters-head">
        <h2 id="chapters-title">{words.chapters.title}</h2>
        <SearchField
          label={words.chapters.search}
          placeholder={words.chapters.placeholder}
          value={query}
          onChange={setQuery}
        />
      </div>
      {letters !== '' && <PlacesFound text={wanted} />}
      {chapters.length === 0 && !isPlace && (
        <p className="hint" role="status">
          {words.chapters.none(wanted)}
        </p>
      )}
      <ol className="chapter-links">
        {chapters.map((chapter) => (
          <ChapterLink key={chapter.id} chapter={chapter} name={nameOf(chapter.id)} />
        ))}
      </ol>
    </section>
  )
}
