import { sideBySide, mushafPageOf } from 'waraq/quran'
import { useStore, useLiveQuery } from 'waraq/react'
import { useState } from 'react'
import { usePlay } from '../../player/use-player.ts'
import { chapterHref, pageHref } from '../../routes/route.ts'
import { useUserParts, useWords } from '../../ui/hooks.ts'
import { CopyIcon, LinkIcon, PlayIcon, BookIcon } from '../../ui/PlayerIcons.tsx'
import { useLabels } from '../labels.ts'
import { copiedText } from '../copied-text.ts'
import { useChapterName } from '../use-chapter-name.ts'
import { useReadingSources } from '../use-reading-sources.ts'
import { chapterOf, displayVerse, numberOf } from '../verse-name.ts'
import { Missing } from './Missing.tsx'
import { useRoute } from '../../routes/use-route.ts'
import { useMushaf } from '../use-mushaf.ts'

/** What was copied last. */
type Copied = 'link' | 'text' | 'failed' | null

function useCopying() {
  const [copied, setCopied] = useState<Copied>(null)
  const copy = (what: 'link' | 'text', text: () => string | Promise<string>) => {
    Promise.resolve(text())
      .then((value) => navigator.clipboard.writeText(value))
      .then(
        () => setCopied(what),
        () => setCopied('failed'),
      )
  }
  return { copied, copy }
}

function useVerseText(verseKey: string): () => Promise<string> {
  const words = useWords()
  const store = useStore()
  const labelOf = useLabels()
  const chapterName = useChapterName()
  const { of } = useReadingSources()
  return async () => {
    const [verse] = (of && (await store?.query(sideBySide(of, { from: verseKey, to: verseKey })))) ?? []
    return copiedText(verse, displayVerse(verseKey, chapterName, words), labelOf)
  }
}

export function VerseActions(props: {
  readonly verseKey: string
  readonly onPlay?: (() => void) | undefined
}) {
  const { verseKey, onPlay } = props
  const words = useWords().reading
  const Personal = useUserParts()?.PanelActions
  const play = usePlay()
  const { copied, copy } = useCopying()
  const textOf = useVerseText(verseKey)
  const href = chapterHref(chapterOf(verseKey), numberOf(verseKey))
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
        <button
          type="button"
          className="button"
          onClick={() => copy('link', () => new URL(href, location.href).href)}
        >
          <LinkIcon />
          {words.copyLink}
        </button>
        <button type="button" className="button" onClick={() => copy('text', textOf)}>
          <CopyIcon />
          {words.copyText}
        </button>
        <PageLink verseKey={verseKey} />
      </div>
      <p className="hint copied" role="status">
        {copied && words.copied[copied]}
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
