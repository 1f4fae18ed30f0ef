import { libraryHref } from '../routes/route.ts'
import { keptOf } from '../sync/sync-state.ts'
import { useSync, useWords } from '../ui/hooks.ts'

/** Says what is missing where no verse of the text is on this device. */
export function Absence() {
  const words = useWords()
  const state = useSync()
  const isEmpty = state.status !== null && keptOf(state).size === 0
  return (
    <div className="absence" role="status">
      {isEmpty ? (
        <p>
          {words.chapter.empty} <a href={libraryHref}>{words.chapter.choose}</a>.
        </p>
      ) : (
        <p>{words.chapter[state.status?.activity ? 'onItsWay' : state.online ? 'notHere' : 'offline']}</p>
      )}
    </div>
  )
}
