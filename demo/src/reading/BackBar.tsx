import { mushafPageOf, query, sideBySide, together } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { homeHref } from '../routes/route.ts'
import { useWords } from '../ui/hooks.ts'
import { BackIcon } from '../ui/Icons.tsx'
import { jumping } from '../ui/jumping.ts'
import { DownIcon, TextIcon } from '../ui/PlayerIcons.tsx'
import { useInstalled } from '../ui/use-installed.ts'
import { refsOf } from './shown-translations.ts'
import { useMushaf } from './use-mushaf.ts'
import { useReadingSources } from './use-reading-sources.ts'
import { useVerseAtTop } from './use-verse-at-top.ts'

const nowhere = query('no place', () => Promise.resolve(undefined))

/**
 * The juz and the page of the verse at the top, except what the title already shows. The space of its line is reserved
 * until they are known.
 */
function Where(props: {
  readonly title: string
  readonly first: string | null | undefined
  readonly onPage: boolean
}) {
  const { title, first, onPage } = props
  const words = useWords().read
  const top = useVerseAtTop(first ?? null)
  const verseKey = onPage ? (first ?? null) : top
  const mushaf = useMushaf()
  const { of } = useReadingSources()
  // The Arabic text by verse has no pages. A translation has pages even if it is not shown.
  const here = useInstalled('translations')
  const translations = of?.translations?.length ? of.translations : refsOf(here.slice(0, 1))
  const { data, isPending } = useLiveQuery(
    together({
      verses:
        of && verseKey !== null
          ? sideBySide({ ...of, translations }, { from: verseKey, to: verseKey })
          : nowhere,
      page: verseKey === null || onPage ? nowhere : mushafPageOf(mushaf, verseKey),
    }),
    { keepPrevious: true },
  )
  const [verse] = data?.verses ?? []
  const row = verse?.translations[0]?.verse.row
  const juz = verse?.core?.row.juz_number ?? row?.juz_number
  const page = onPage ? null : (data?.page ?? row?.page_number)
  const says = [...(juz ? [words.juz(juz)] : []), ...(page ? [words.page(page)] : [])]
    .filter((each) => each !== title)
    .join(' · ')
  const hasNoVerse = onPage && first === null
  const isKnown = hasNoVerse || (of !== null && verseKey !== null && !isPending)
  return (
    <span className="back-where" data-testid="where" data-empty={isKnown && says === ''}>
      {says}
    </span>
  )
}

/** The bar at the top of a text: a link back, the reader's position, and a button for other places. */
export function BackBar(props: {
  readonly title: string
  /** The verse that the text starts with. For a page: null if it is not on this device, undefined until that is known. */
  readonly first: string | null | undefined
  /** Whether `title` is the title of a page. */
  readonly onPage?: boolean
}) {
  const { title, first, onPage = false } = props
  const words = useWords()
  return (
    <nav className="back" aria-label={words.chapter.back}>
      <a className="back-link" href={homeHref}>
        <BackIcon />
        <span>{words.chapter.all}</span>
      </a>
      <button
        type="button"
        className="back-title"
        aria-haspopup="dialog"
        data-testid="jump"
        onClick={() => jumping.set({ open: 'places' })}
      >
        <span className="back-name">
          <span>{title}</span>
          <DownIcon />
        </span>
        <Where title={title} first={first} onPage={onPage} />
        <span className="visually-hidden">{words.read.jump}</span>
      </button>
      <button
        type="button"
        className="icon-button"
        aria-haspopup="dialog"
        aria-label={words.reading.textOptions}
        title={words.reading.textOptions}
        data-testid="text-options-button"
        onClick={() => jumping.set({ open: 'text' })}
      >
        <TextIcon />
      </button>
    </nav>
  )
}
