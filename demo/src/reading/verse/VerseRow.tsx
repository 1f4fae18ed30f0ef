import { useUserParts, useWords } from '../../ui/hooks.ts'
import { MoreIcon } from '../../ui/Icons.tsx'
import { CopyIcon, PlayIcon, ShareIcon } from '../../ui/PlayerIcons.tsx'
import { afterChoice } from '../range/verse-range.ts'
import { useToldShare } from '../sharing/use-share.ts'
import { chapterOf, displayKey } from '../verse-name.ts'
import { useIsChosen, useVerseCommands } from './verse-context.ts'

/** Its place is kept free until the favorite comes, so that nothing moves. */
function FavoritePlace({ verseKey }: { readonly verseKey: string }) {
  const Favorite = useUserParts()?.VerseFavorite
  return <span className="tool-place">{Favorite && <Favorite verseKey={verseKey} inRow />}</span>
}

/** Opens the panel of the verse, and shows what the person keeps there. */
function MoreTool({ verseKey }: { readonly verseKey: string }) {
  const words = useWords()
  const { open } = useVerseCommands()
  const Sign = useUserParts()?.VerseSign
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

/**
 * The number of a verse, which chooses it, and what can be done with it. One stop of the Tab key: arrow keys lead from tool to tool
 * (`keys/toolbar-keys.ts`).
 */
export function VerseRow({ verseKey }: { readonly verseKey: string }) {
  const words = useWords()
  const { row } = words.reading
  const { play, share, chosen } = useVerseCommands()
  const told = useToldShare(share)
  const isChosen = useIsChosen(verseKey)
  const key = displayKey(verseKey, words)
  const range = { from: verseKey, to: verseKey }
  const tool = (name: 'play' | 'copy' | 'share', icon: React.ReactNode, act: () => void) => (
    <button
      type="button"
      className="verse-tool"
      tabIndex={-1}
      title={row[name]}
      aria-label={row[name]}
      data-tool={name}
      onClick={act}
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
      <div className="verse-tools">
        {play && tool('play', <PlayIcon />, () => play(chapterOf(verseKey), verseKey))}
        <FavoritePlace verseKey={verseKey} />
        {tool('copy', <CopyIcon />, () => told('text', range))}
        {tool('share', <ShareIcon />, () => told('share', range))}
        <MoreTool verseKey={verseKey} />
      </div>
    </div>
  )
}
