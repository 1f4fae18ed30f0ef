import type { ChapterEntry } from '@waraq/reader/catalogue'
import { KeepChapter } from '../../player/KeepChapter.tsx'
import { PlayChapter } from '../../reading/PlayChapter.tsx'
import { useChapterName } from '../../reading/use-chapter-name.ts'
import { useWords } from '../../ui/hooks.ts'

export function ChapterHead(props: { readonly chapter: number; readonly entry: ChapterEntry | undefined }) {
  const { chapter, entry } = props
  const words = useWords()
  const name = useChapterName()(chapter)
  return (
    <header className="chapter-head">
      <p className="chapter-ordinal">{words.chapter.ordinal(chapter)}</p>
      {entry?.arabicName && name !== entry.arabicName && (
        <p className="chapter-title-arabic" lang="ar" dir="rtl">
          {entry.arabicName}
        </p>
      )}
      <h1>{name}</h1>
      {entry && (
        <p className="chapter-facts">{words.chapter.facts(entry.meaning, entry.verses, entry.place)}</p>
      )}
      <div className="chapter-sound">
        <PlayChapter chapter={chapter} />
        <KeepChapter chapter={chapter} />
      </div>
    </header>
  )
}
