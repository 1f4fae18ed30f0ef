import { useUserModule, useWords } from '../../ui/hooks.ts'
import { MoreIcon } from '../../ui/Icons.tsx'
import { CopyIcon, PlayIcon, ShareIcon } from '../../ui/PlayerIcons.tsx'
import { afterChoice } from '../range/verse-range.ts'
import { useReportedShare } from '../sharing/use-share.ts'
import { chapterOf, displayKey } from '../verse-name.ts'
import { useVerseMarks } from './use-verse-marks.ts'
import { useIsChosen, useVerseCommands } from './verse-context.ts'

/** Reserves the space of the favorite until its code is loaded, so that nothing moves. */
function FavoritePlace({ verseKey }: { readonly verseKey: string }) {
  const Favorite = useUserModule()?.VerseFavorite
  return <span className="tool-place">{Favorite && <Favorite verseKey={verseKey} inRow />}</span>
}

/** Opens the panel of the verse. Its icon shows what the person keeps there. */
function MoreTool({ verseKey }: { readonly verseKey: string }) {
  const words = useWords()
  const { open } = useVerseCommands()
  const Sign = useUserModule()?.VerseSign
  return (
    <button
      type="button"
      className="verse-tool verse-more"
      tabIndex={-1}
      title={words.reading.row.more}
      data-testid="verse-actions"
      onClick={(event) => open(verseKey, event.currentTarget)}
    >
      <span className="visually-hidden">{words.reading.actions(displayKey(verseKey, words))}</span>
      {Sign ? (
        <Sign verseKey={verseKey}>
          <MoreIcon />
        </Sign>
      ) : (
        <MoreIcon />
      )}
    </button>
  )
}

/** Where a juz, a hizb, a quarter or a ruku begins, and where a prostration is due. */
function Marks({ verseKey }: { readonly verseKey: string }) {
  const { read } = useWords()
  const marks = useVerseMarks(verseKey)
  if (marks.length === 0) return null
  return (
    <span className="verse-marks" data-testid="verse-marks">
      {marks.map(({ kind, number }) => read.mark(kind, number)).join(' · ')}
    </span>
  )
}

/**
 * The number of a verse, which chooses it, and the tools of the verse. They are one stop of the Tab key; arrow keys move
 * between the tools (`keys/toolbar-keys.ts`).
 */
export function VerseRow({ verseKey }: { readonly verseKey: string }) {
  const words = useWords()
  const { row } = words.reading
  const { play, share, chosen } = useVerseCommands()
  const reported = useReportedShare(share)
  const isChosen = useIsChosen(verseKey)
  const key = displayKey(verseKey, words)
  const range = { from: verseKey, to: verseKey }
  const tool = (name: 'play' | 'copy' | 'share', icon: React.ReactNode, action: () => void) => (
    <button
      type="button"
      className="verse-tool"
      tabIndex={-1}
      title={row[name]}
      aria-label={row[name]}
      data-tool={name}
      onClick={action}
    >
      {icon}
    </button>
  )
  return (
    <div className="verse-row" role="toolbar" aria-label={words.chapter.verse(key)}>
      <button
        type="button"
        className="verse-key"
        title={row.select}
        aria-pressed={isChosen}
        data-testid="verse-number"
        onClick={() => chosen.set(afterChoice(chosen.get(), verseKey))}
      >
        <b className="visually-hidden">{row.select}</b> <span>{key}</span>
      </button>
      <Marks verseKey={verseKey} />
      <div className="verse-tools">
        {play && tool('play', <PlayIcon />, () => play(chapterOf(verseKey), verseKey))}
        <FavoritePlace verseKey={verseKey} />
        {tool('copy', <CopyIcon />, () => reported('text', range))}
        {tool('share', <ShareIcon />, () => reported('share', range))}
        <MoreTool verseKey={verseKey} />
      </div>
    </div>
  )
}
