import type { MushafPage } from 'waraq/quran'
import { useMemo, useRef, type CSSProperties, type MouseEvent } from 'react'
import { Bismillah } from '../../reading/Bismillah.tsx'
import { blocksOf } from '../../reading/page-blocks.ts'
import { useChapterName, useChapters } from '../../reading/use-chapter-name.ts'
import { pressVerse, useVerseCommands } from '../../reading/verse/verse-context.ts'
import { useSettings } from '../../ui/hooks.ts'
import { MushafLine } from './MushafLine.tsx'
import { useLineSize } from './use-line-size.ts'

function ChapterHeading({ chapter }: { readonly chapter: number }) {
  const entry = useChapters().get(chapter)
  const name = useChapterName()
  return (
    <>
      <h2 className="mushaf-heading" lang={entry?.arabicName ? 'ar' : undefined}>
        {entry?.arabicName ?? name(chapter)}
      </h2>
      {entry?.opensWithBismillah && <Bismillah />}
    </>
  )
}

/** The page itself. A tap on a word selects its verse. The keyboard reaches verses through the marks at their ends. */
export function MushafSheet(props: {
  readonly page: MushafPage
  /** The font that its words need. Null if the reader's own font has their letters. */
  readonly font: string | null
}) {
  const { page, font } = props
  const { arabicSize } = useSettings()
  const commands = useVerseCommands()
  const sheet = useRef<HTMLDivElement>(null)
  const blocks = useMemo(() => blocksOf(page), [page])
  // Readers who enlarged the text need that size, so lines may break.
  useLineSize(sheet, blocks, arabicSize, font)
  const choose = ({ target }: MouseEvent) => {
    const verseKey = (target as Element).closest<HTMLElement>('[data-verse]')?.dataset['verse']
    if (!verseKey || !getSelection()?.isCollapsed) return
    pressVerse(commands, verseKey, document.querySelector<HTMLElement>(`[data-verse-end="${verseKey}"]`))
  }
  return (
    <div
      className="mushaf-sheet"
      lang="ar"
      dir="rtl"
      ref={sheet}
      style={font === null ? undefined : ({ '--page-font': font } as CSSProperties)}
      data-testid="mushaf-page"
      onClick={choose}
    >
      {blocks.map((block, index) =>
        block.kind === 'heading' ? (
          <ChapterHeading key={index} chapter={block.chapter} />
        ) : (
          <MushafLine key={index} words={block.words} />
        ),
      )}
    </div>
  )
}
