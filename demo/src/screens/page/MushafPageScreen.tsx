import { resourceKey, type ResourceRef } from '@waraq/protocol'
import { mushafInfo, mushafPage, together, type MushafPage, sideBySide, mushafPageOf } from 'waraq/quran'
import { useLiveQuery, usePageFont, useStore } from 'waraq/react'
import { useEffect, useRef } from 'react'
import { isGlyph } from '../../fonts/glyph-fonts.ts'
import { useFonts } from '../../fonts/use-fonts.ts'
import { useFollowing } from '../../player/use-following.ts'
import { Absence } from '../../reading/Absence.tsx'
import { BackBar } from '../../reading/BackBar.tsx'
import { ReadingFrame } from '../../reading/ReadingFrame.tsx'
import { pageAfter, spreadOf } from '../../reading/page-blocks.ts'
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
import { useMedia } from '../../ui/use-media.ts'
import { MushafChoice } from './MushafChoice.tsx'
import { MushafSheet } from './MushafSheet.tsx'
import { PageTools } from './PageTools.tsx'
import { usePageTurning } from './use-page-turning.ts'
import type { FontAsset } from 'waraq/files'
import { useFontsStatus } from '../../fonts/use-fonts-status.ts'
import { arabicVerse } from '../../reading/arabic-text.ts'
import { useArabic } from '../../reading/use-reading-sources.ts'
import { BackIcon, ForwardIcon } from '../../ui/Icons.tsx'
import { playedVerse } from '../../player/player-state.ts'
import { usePlayer } from '../../player/use-player.ts'

/** Two pages face each other from this width on, as in the printed book. */
const facingQuery = '(width >= 1100px)'

/** Pages are asked for together, so that both turn in the same frame. */
const questions = (of: ResourceRef, numbers: readonly number[]) =>
  together({
    info: mushafInfo(of),
    pages: together(Object.fromEntries(numbers.map((number) => [number, mushafPage(of, number)]))),
  })

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
        {words.reading.keepPages(usualBytes(mushaf).stored)}
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
  const facing = useMedia(facingQuery)
  // How many pages there are is known with the answer only, and the last page may stand alone.
  const numbers = spreadOf(number, Infinity, facing)
  const { data: value, error } = useLiveQuery(questions(shown, numbers), { keepPrevious: true })
  const pages = pagesOf(value?.info)
  const sheets = Object.values(value?.pages ?? {}).filter((page) => page !== undefined)
  const isThere = number <= pages
  const spread = isThere ? spreadOf(number, pages, facing) : [number]
  const title = words.read.spread(spread[0]!, spread.at(-1)!)
  const turning = usePageTurning(pages, facing)
  const firstVerse = (sheets.find(({ page }) => page === number) ?? sheets[0])?.verseKeys[0] ?? null
  const verseKeys = sheets.flatMap((page) => page.verseKeys)
  useTitle(title)
  useFollowing()
  usePageFollowing(shown, verseKeys)
  const shownKey = resourceKey(shown)
  useEffect(() => {
    // What is known of the place stays until the page is read.
    if (isThere && value) settings.notePlace('page', { number, verseKey: firstVerse, mushaf: shownKey })
  }, [settings, number, firstVerse, shownKey, isThere, value === undefined])
  const chapters = [...new Set(verseKeys.map(chapterOf))]
  return (
    <ReadingFrame name="page" busy={value === undefined} withTranslations>
      <BackBar title={title} first={value === undefined ? undefined : firstVerse} onPage />
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
        {sheets.length > 0 && (
          <div className="mushaf-spread" dir="rtl" data-pages={sheets.length}>
            {sheets.map((page) => (
              <section key={page.page} aria-label={words.read.page(page.page)}>
                <SheetInItsFont of={shown} page={page} />
              </section>
            ))}
          </div>
        )}
        {value && sheets.length === 0 && (isThere ? <NoPage /> : <BeyondLast pages={pages} />)}
      </div>
      <PageTools verseKeys={verseKeys} />
      {isThere && <PageTurner page={number} pages={pages} facing={facing} />}
    </ReadingFrame>
  )
}

/** The attribution and license of the font. */
function FontCredit({ asset }: { readonly asset: FontAsset }) {
  const words = useWords()
  const { attribution, license_name: license, license_url: url } = asset.row
  if (!attribution && !license) return null
  return (
    <p className="font-credit">
      {words.reading.font} {attribution && <bdi>{attribution}</bdi>}
      {attribution && license && ' · '}
      {license && (url?.startsWith('https://') ? <a href={url}>{license}</a> : <bdi>{license}</bdi>)}
    </p>
  )
}

/** Stands in place of a page whose font is not on this device. */
function FontMissing({ of }: { readonly of: ResourceRef }) {
  const words = useWords()
  const status = useFontsStatus(of)
  const [problem] = status?.failed ?? []
  return (
    <div className="absence" role="status">
      <p>{words.reading.fontMissing}</p>
      {status && status.wanted > 0 && <p>{words.reading.fontsHere(status.kept, status.wanted)}</p>}
      {problem && <p>{words.problem(problem.error.code)}</p>}
    </div>
  )
}

/** The text of a page of glyphs, for screen readers. */
function PageText({ page }: { readonly page: MushafPage }) {
  const { verseKeys } = page
  const [from = '1:1', to = from] = [verseKeys[0], verseKeys.at(-1)]
  const { data: value } = useLiveQuery(sideBySide(useArabic(), { from, to }), { keepPrevious: true })
  return (
    <div className="visually-hidden" lang="ar" dir="rtl">
      {value?.map((verse) => (
        <p key={verse.verseKey}>{arabicVerse(verse)?.text}</p>
      ))}
    </div>
  )
}

/** The next page is on the left, as in the printed book, in every language of the interface. */
function PageTurner(props: { readonly page: number; readonly pages: number; readonly facing: boolean }) {
  const { page, pages, facing } = props
  const words = useWords()
  const [previous, next] = [
    pageAfter('previous', page, pages, facing),
    pageAfter('next', page, pages, facing),
  ]
  const spread = spreadOf(page, pages, facing)
  return (
    <nav className="page-turner" dir="rtl" aria-label={words.reading.otherPages}>
      {previous !== null ? (
        <a className="button" rel="prev" href={pageHref(previous)} data-testid="previous-page">
          <BackIcon />
          <bdi>{words.reading.previousPage}</bdi>
        </a>
      ) : (
        <span />
      )}
      <bdi className="page-count">{words.reading.pageOf(spread[0]!, spread.at(-1)!, pages)}</bdi>
      {next !== null ? (
        <a className="button" rel="next" href={pageHref(next)} data-testid="next-page">
          <bdi>{words.reading.nextPage}</bdi>
          <ForwardIcon />
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}

/**
 * Turns the page when a recitation that the page follows goes on beyond the verses that are shown. Does nothing if the reader
 * looks at another page than the one that is played.
 */
function usePageFollowing(mushaf: ResourceRef, verseKeys: readonly string[]): void {
  const store = useStore()
  const verseKey = usePlayer(playedVerse)
  const isShown = verseKey !== null && verseKeys.includes(verseKey)
  const isEmpty = verseKeys.length === 0
  const isFollowed = usePlayer(({ phase, following }) => following && phase !== 'closed')
  const wasHere = useRef(false)
  useEffect(() => {
    if (!isFollowed || verseKey === null || isEmpty) return undefined
    if (isShown) wasHere.current = true
    if (isShown || !wasHere.current) return undefined
    let isWanted = true
    const turn = (found: number | undefined) => {
      if (isWanted && found !== undefined) location.hash = pageHref(found)
    }
    // The page tells elsewhere that the library cannot be read.
    store?.query(mushafPageOf(mushaf, verseKey)).then(turn, () => undefined)
    return () => {
      isWanted = false
    }
  }, [store, mushaf, isShown, isEmpty, verseKey, isFollowed])
}
