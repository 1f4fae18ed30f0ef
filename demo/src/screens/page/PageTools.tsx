import { useEffect, useState } from 'react'
import { chapterOf } from '../../reading/verse-name.ts'
import { useReportedShare } from '../../reading/sharing/use-share.ts'
import { useVerseCommands } from '../../reading/verse/verse-context.ts'
import { useUserModule } from '../../ui/hooks.ts'

/** The verse whose end mark has, or last had, the focus. Null if none of these verses had it. */
function useFocusedVerse(verseKeys: readonly string[]): string | null {
  const [verseKey, setVerseKey] = useState<string | null>(null)
  useEffect(() => {
    const focused = ({ target }: FocusEvent) => {
      const mark = target instanceof Element ? target.closest<HTMLElement>('[data-verse-end]') : null
      if (mark) setVerseKey(mark.dataset['verseEnd']!)
    }
    addEventListener('focusin', focused)
    return () => removeEventListener('focusin', focused)
  }, [])
  return verseKey !== null && verseKeys.includes(verseKey) ? verseKey : null
}

/**
 * The tools of one verse of the page, which keys and commands press: of the verse whose mark was reached last, or else of the
 * first. They are not shown, because the page has no room for them; the panel of the verse has the same.
 */
export function PageTools({ verseKeys }: { readonly verseKeys: readonly string[] }) {
  const { play, share } = useVerseCommands()
  const reported = useReportedShare(share)
  const Favorite = useUserModule()?.VerseFavorite
  const verseKey = useFocusedVerse(verseKeys) ?? verseKeys[0]
  if (verseKey === undefined) return null
  return (
    <div hidden data-page-tools={verseKey}>
      {play && <button type="button" data-tool="play" onClick={() => play(chapterOf(verseKey), verseKey)} />}
      {Favorite && <Favorite verseKey={verseKey} inRow />}
      <button
        type="button"
        data-tool="copy"
        onClick={() => reported('text', { from: verseKey, to: verseKey })}
      />
    </div>
  )
}
