import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { State } from '../observable.ts'
import { usePlay } from '../player/use-player.ts'
import { later } from '../shell/later.tsx'
import { useMode, useObservable } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'
import { useReopening } from '../ui/use-overlay-entry.ts'
import { hiding } from './memorise/hiding.ts'
import { useSelectedVerse } from './panel/use-selected-verse.ts'
import { choosingOf, nothingChosen, rangeOf } from './range/verse-range.ts'
import { useShare } from './sharing/use-share.ts'
import { useSteadyText } from './use-steady-text.ts'
import { VerseCommandsContext, type VerseCommands } from './verse/verse-context.ts'

const VersePanel = later(() => import('./panel/VersePanel.tsx').then((panel) => panel.VersePanel))
const HidingBar = later(() => import('./memorise/HidingBar.tsx').then((bar) => bar.HidingBar))
const RangeBar = later(() => import('./range/RangeBar.tsx').then((bar) => bar.RangeBar))

/** The actions for the chosen range, while there is one. The player can repeat it. */
function ChosenRange({ chosen, share }: Pick<VerseCommands, 'chosen' | 'share'>) {
  const { player } = useReader()
  const choosing = useObservable(chosen)
  const range = rangeOf(choosing)
  const chooseNone = useCallback(() => chosen.set(nothingChosen), [chosen])
  useReopening(
    'range',
    useCallback((kept: string) => chosen.set(choosingOf(kept)), [chosen]),
  )
  useEffect(() => {
    player.choose(rangeOf(choosing))
    return () => player.choose(null)
  }, [player, choosing])
  return range && <RangeBar range={range} share={share} onClose={chooseNone} />
}

/** A text to read with the actions for its verses, and the panel of the verse that the reader opened. */
export function ReadingFrame(props: {
  readonly name: string
  readonly busy: boolean
  /** Whether the panel has to show translations, because the text shows none in any mode. */
  readonly withTranslations?: boolean
  readonly children: ReactNode
}) {
  const { name, busy, withTranslations = false, children } = props
  const mode = useMode()
  const keepSteady = useSteadyText()
  const { verseKey, open, close } = useSelectedVerse(keepSteady)
  const play = usePlay()
  const share = useShare()
  // A mushaf page shows no verses whose words could be hidden.
  const hidesWords = useObservable(hiding) !== null && name !== 'page'
  const [chosen] = useState(() => new State(nothingChosen))
  const commands = useMemo(() => ({ open, play, share, chosen }), [open, play, share, chosen])
  return (
    <VerseCommandsContext value={commands}>
      <div className="reading-frame" data-panel={verseKey !== null || undefined}>
        <article className={`reading ${name}`} data-mode={mode} aria-busy={busy}>
          {children}
        </article>
        {verseKey !== null && (
          <VersePanel
            verseKey={verseKey}
            withTranslations={withTranslations || mode === 'arabic'}
            onClose={close}
          />
        )}
        <ChosenRange chosen={chosen} share={share} />
        {hidesWords && <HidingBar />}
      </div>
    </VerseCommandsContext>
  )
}
