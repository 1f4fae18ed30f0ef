import { usePlace } from 'waraq/react'
import { useChapterName } from '../reading/use-chapter-name.ts'
import { chapterOf, displayVerse, numberOf } from '../reading/verse-name.ts'
import { chapterHref } from '../routes/route.ts'
import { latestVerse } from '../settings/settings.ts'
import { useSettings, useWords } from '../ui/hooks.ts'
import { ForwardIcon } from '../ui/Icons.tsx'
import { useUserWords } from './words/user-words.ts'

/**
 * A link to where the person last read on another device. The page already shows the last place of this device, which may be
 * later than the one that this device has sent: a place is sent once the reader rests there.
 */
export function PlaceCard() {
  const words = useUserWords().place
  const all = useWords()
  const chapterName = useChapterName()
  const { data: place } = usePlace()
  const own = latestVerse(useSettings().places)
  if (!place || place.isFromThisDevice || place.verseKey === own) return null
  const { verseKey } = place
  return (
    <a
      className="card continue"
      href={chapterHref(chapterOf(verseKey), numberOf(verseKey))}
      data-testid="continue-elsewhere"
    >
      <span className="continue-words">
        <span className="continue-title">{words.goOn(displayVerse(verseKey, chapterName, all))}</span>
        <span className="hint">{words.other}</span>
      </span>
      <ForwardIcon />
    </a>
  )
}
