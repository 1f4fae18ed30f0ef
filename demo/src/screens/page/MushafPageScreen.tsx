import { resourceKey, type ResourceRef } from '@waraq/contract'
import { mushafInfo, mushafPage, together, type MushafPage } from '@waraq/reader'
import { useLive, usePageFont } from '@waraq/react'
import { useEffect } from 'react'
import { isGlyph } from '../../fonts/glyph-fonts.ts'
import { useFonts } from '../../fonts/use-fonts.ts'
import { useFollowing } from '../../player/use-following.ts'
import { Absence } from '../../reading/Absence.tsx'
import { BackBar } from '../../reading/BackBar.tsx'
import { ReadingFrame } from '../../reading/ReadingFrame.tsx'
import { pagesOf, useMushaf } from '../../reading/use-mushaf.ts'
import { useChapterName } from '../../reading/use-chapter-name.ts'
import { chapterOf } from '../../reading/verse-name.ts'
import { pageHref } from '../../routes/route.ts'
import { isMushaf, mushaf, mushafKey } from '../../sync/kept-resources.ts'
import { isWritable, keptOf } from '../../sync/sync-state.ts'
import { usualBytes } from '../../sync/usual-bytes.ts'
import { useSync, useTitle, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { useKeep } from '../../ui/use-keep.ts'
import { MushafChoice } from './MushafChoice.tsx'
import { FontCredit, FontMissing } from './PageFont.tsx'
import { MushafSheet } from './MushafSheet.tsx'
import { PageText } from './PageText.tsx'
import { PageTurner } from './PageTurner.tsx'
import { usePageFollowing } from './use-page-following.ts'
import { usePageTurning } from './use-page-turning.ts'

const questions = (of: ResourceRef, page: number) =>
  together({ info: mushafInfo(of), page: mushafPage(of, page) })

/**
 * Offers the mushaf's pages. Reading does not need them, and they are ten times as large as the text, so the reader
 * chooses.
 */
function NoPage() {
  const words = useWords()
  const keep = useKeep()
  const state = useSync()
  const kept = keptOf(state)
  const isKept = [...kept].some(isMushaf)
  if (kept.size === 0 || isKept || !isWritable(state)) return <Absence />
  return (
    <div className="absence">
      <p>{words.reading.noPages}</p>
      <button
        type="button"
        className="button strong"
        data-testid="keep-pages"
        onClick={() => keep(mushafKey, true)}
      >
        {words.reading.keepPages(usualBytes(mushaf))}
      </button>
    </div>
  )
}

/** The mushaf has fewer pages: the way on is its last one. */
function BeyondLast({ pages }: { readonly pages: number }) {
  const words = useWords()
  return (
    <div className="absence">
      <p>{words.reading.noPage}</p>
      <a className="button strong" href={pageHref(pages)} data-testid="last-page">
        {words.read.page(pages)}
      </a>
    </div>
  )
}

/** Glyphs cannot be read without their font, so the page waits for it. */
function SheetInItsFont({ of, page }: { readonly of: ResourceRef; readonly page: MushafPage }) {
  const isOfGlyphs = page.words.some(({ word }) => isGlyph(word.text ?? ''))
  const font = usePageFont(useFonts(isOfGlyphs), of, page.page)
  if (!isOfGlyphs) return <MushafSheet page={page} font={null} />
  if (!font) return <FontMissing of={of} />
  return (
    <>
      <MushafSheet page={page} font={font.family} />
      <PageText page={page} />
      <FontCredit asset={font.asset} />
    </>
  )
}

/** A page of the mushaf, line by line as it is printed. */
export function MushafPageScreen({ number }: { readonly number: number }) {
  const words = useWords()
  const { settings } = useReader()
  const name = useChapterName()
  const shown = useMushaf()
  const { value, error } = useLive(questions(shown, number), { keepPrevious: true })
  const page = value?.page
  const pages = pagesOf(value?.info)
  const title = words.read.page(number)
  const turning = usePageTurning(pages)
  const firstVerse = page?.verseKeys[0] ?? null
  useTitle(title)
  useFollowing()
  usePageFollowing(shown, page)
  const isThere = number <= pages
  const shownKey = resourceKey(shown)
  useEffect(() => {
    // What is known of the place stays until the page is read.
    if (isThere && value) settings.notePlace('page', { number, verseKey: firstVerse, mushaf: shownKey })
  }, [settings, number, firstVerse, shownKey, isThere, value === undefined])
  const chapters = [...new Set(page?.verseKeys.map(chapterOf))]
  return (
    <ReadingFrame name="page" busy={value === undefined} withTranslations>
      <BackBar title={title} />
      <header className="page-head">
        <h1>{title}</h1>
        <p className="chapter-facts">{words.figures.list(chapters.map(name))}</p>
        <MushafChoice verseKey={firstVerse} />
      </header>
      {error !== undefined && (
        <p className="problem" role="alert">
          {words.chapter.unreadable}
        </p>
      )}
      <div {...turning}>
        {page && <SheetInItsFont of={shown} page={page} />}
        {value && !page && (isThere ? <NoPage /> : <BeyondLast pages={pages} />)}
      </div>
      {isThere && <PageTurner page={number} pages={pages} />}
    </ReadingFrame>
  )
}
