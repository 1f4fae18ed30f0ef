import { later } from '../../shell/later.tsx'
import { useIsTakenOver, useMode } from '../../ui/hooks.ts'
import { ModeChoice } from './ModeChoice.tsx'

const WordsMissing = later(() => import('../words/WordsMissing.tsx').then((missing) => missing.WordsMissing))

/** The choice of the reading mode, at the head of a text. `page`: the page of the mushaf that the text starts on. */
export function Modes({ page }: { readonly page?: number | undefined }) {
  const isByWord = useMode() === 'words'
  const isTakenOver = useIsTakenOver()
  return (
    <div className="modes">
      <ModeChoice name="mode" page={page} />
      {isByWord && isTakenOver && <WordsMissing />}
    </div>
  )
}
