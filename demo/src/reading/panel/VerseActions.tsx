import { mushafPageOf } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { useState } from 'react'
import { chapterHref, pageHref } from '../../routes/route.ts'
import { useUserParts, useWords } from '../../ui/hooks.ts'
import { BookIcon, CopyIcon, LinkIcon, PlayIcon, ShareIcon } from '../../ui/PlayerIcons.tsx'
import type { Shared, ShareWay } from '../sharing/use-share.ts'
import { chapterOf, numberOf } from '../verse-name.ts'
import { useVerseCommands } from '../verse/verse-context.ts'
import { Missing } from './Missing.tsx'
import { useRoute } from '../../routes/use-route.ts'
import { useMushaf } from '../use-mushaf.ts'

export function VerseActions(props: {
  readonly verseKey: string
  readonly onPlay?: (() => void) | undefined
}) {
  const { verseKey, onPlay } = props
  const words = useWords().reading
  const Personal = useUserParts()?.PanelActions
  const { play, share } = useVerseCommands()
  const [came, setCame] = useState<Shared>(null)
  // A sheet would cover what the page says elsewhere.
  const act = (way: ShareWay) => void share(way, { from: verseKey, to: verseKey }).then(setCame)
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
              play(chapterOf(verseKey), verseKey)
              onPlay?.()
            }}
          >
            <PlayIcon />
            {words.playVerse}
          </button>
        )}
        <button type="button" className="button" onClick={() => act('link')}>
          <LinkIcon />
          {words.copyLink}
        </button>
        <button type="button" className="button" onClick={() => act('text')}>
          <CopyIcon />
          {words.copyText}
        </button>
        <button type="button" className="button" onClick={() => act('share')}>
          <ShareIcon />
          {words.row.share}
        </button>
        <PageLink verseKey={verseKey} />
      </div>
      <p className="hint copied" role="status">
        {came && words.copied[came]}
      </p>
      {!play && <Missing text={words.noRecitation} />}
    </div>
  )
}

/** A link from the chapter to the mushaf page of the verse, and back. */
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
