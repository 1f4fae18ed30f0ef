import { later } from '../../shell/later.tsx'
import { useMode } from '../../ui/hooks.ts'
import { ModeChoice } from './ModeChoice.tsx'

const WordsMissing = later(() => import('../words/WordsMissing.tsx').then((missing) => missing.WordsMissing))

/** At the head of a text: how it is read. `page`: the page of the mushaf that it begins on. */
export function Modes({ page }: { readonly page?: number | undefined }) {
  return (
    <div className="modes">
      <ModeChoice name="mode" page={page} />
      {useMode() === 'words' && <WordsMissing />}
    </div>
  )
}
