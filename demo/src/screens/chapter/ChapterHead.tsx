import type { ChapterEntry } from '../../catalogue/catalogue.ts'
import { PlayChapter } from '../../reading/PlayChapter.tsx'
import { useWords } from '../../ui/hooks.ts'

export function ChapterHead(props: { readonly chapter: number; readonly entry: ChapterEntry | undefined }) {
  const { chapter, entry } = props
  const words = useWords()
  return (
    <header className="chapter-head">
      <p className="chapter-ordinal">{words.chapter.ordinal(chapter)}</p>
      {entry && (
        <p className="chapter-title-arabic" lang="ar" dir="rtl">
          {entry.arabicName}
        </p>
      )}
      <h1>{entry?.name ?? words.chapter.ordinal(chapter)}</h1>
      {entry && (
        <p className="chapter-facts">{words.chapter.facts(entry.meaning, entry.verses, entry.place)}</p>
      )}
      <PlayChapter chapter={chapter} />
    </header>
  )
}
