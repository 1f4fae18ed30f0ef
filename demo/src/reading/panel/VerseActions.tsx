import { mushafPageOf } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { useState } from 'react'
import { chapterHref, pageHref } from '../../routes/route.ts'
import { useUserModule, useWords } from '../../ui/hooks.ts'
import { BookIcon, CopyIcon, LinkIcon, PlayIcon, SelectIcon, ShareIcon } from '../../ui/PlayerIcons.tsx'
import { afterChoice, nothingChosen } from '../range/verse-range.ts'
import type { Shared, ShareWay } from '../sharing/use-share.ts'
import { chapterOf, numberOf } from '../verse-name.ts'
import { useVerseCommands } from '../verse/verse-context.ts'
import { Missing } from './Missing.tsx'
import { useRoute } from '../../routes/use-route.ts'
import { useMushaf } from '../use-mushaf.ts'

export function VerseActions(props: {
  readonly verseKey: string
  /** Closes what covers the page, and then does something there. */
  readonly uncover: (action: () => void) => void
}) {
  const { verseKey, uncover } = props
  const words = useWords().reading
  const Personal = useUserModule()?.PanelActions
  const { play, share } = useVerseCommands()
  const [came, setCame] = useState<Shared>(null)
  // A sheet would cover the page's message, so the result is shown here.
  const shareBy = (way: ShareWay) => void share(way, { from: verseKey, to: verseKey }).then(setCame)
  return (
    <div className="verse-actions">
      <div className="action-row">
        {Personal && <Personal verseKey={verseKey} />}
        {play && (
          <button
            type="button"
            className="button"
            data-testid="play-verse"
            onClick={() => {
              // Browsers play only during the press itself.
              play(chapterOf(verseKey), verseKey)
              uncover(() => undefined)
            }}
          >
            <PlayIcon />
            {words.playVerse}
          </button>
        )}
        <button type="button" className="button" onClick={() => shareBy('link')}>
          <LinkIcon />
          {words.copyLink}
        </button>
        <button type="button" className="button" onClick={() => shareBy('text')}>
          <CopyIcon />
          {words.copyText}
        </button>
        <button type="button" className="button" onClick={() => shareBy('share')}>
          <ShareIcon />
          {words.row.share}
        </button>
        <Select verseKey={verseKey} uncover={uncover} />
        <PageLink verseKey={verseKey} />
      </div>
      <p className="hint copied" role="status">
        {came && words.copied[came]}
      </p>
      {!play && <Missing text={words.noRecitation} />}
    </div>
  )
}

/** Starts to choose verses on a mushaf page. In a list of verses, their numbers do that. */
function Select(props: { readonly verseKey: string; readonly uncover: (action: () => void) => void }) {
  const { verseKey, uncover } = props
  const words = useWords().reading
  const { chosen } = useVerseCommands()
  if (useRoute().page !== 'page') return null
  return (
    <button
      type="button"
      className="button"
      data-testid="select-verses"
      onClick={() => uncover(() => chosen.set(afterChoice(nothingChosen, verseKey)))}
    >
      <SelectIcon />
      {words.row.select}
    </button>
  )
}

/** A link from the chapter to the mushaf page of the verse, or back. */
function PageLink({ verseKey }: { readonly verseKey: string }) {
  const words = useWords()
  const route = useRoute()
  const { data: page } = useLiveQuery(mushafPageOf(useMushaf(), verseKey))
  if (route.page === 'page') {
    return (
      <a className="button" href={chapterHref(chapterOf(verseKey), numberOf(verseKey))}>
        <BookIcon />
        {words.reading.inChapter}
      </a>
    )
  }
  if (page === undefined) return null
  return (
    <a className="button" href={pageHref(page)}>
      <BookIcon />
      {words.read.page(page)}
    </a>
  )
}
