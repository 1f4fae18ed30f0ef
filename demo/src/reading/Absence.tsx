import { later } from '../shell/later.tsx'
import { keptOf } from '../sync/sync-state.ts'
import { useSync, useWords } from '../ui/hooks.ts'

const FirstChoice = later(() =>
  import('../first-choice/FirstChoice.tsx').then((choice) => choice.FirstChoice),
)

/** Says what is missing where no verse of the text is on this device, and offers it where nothing has been chosen yet. */
export function Absence() {
  const words = useWords()
  const state = useSync()
  const isEmpty = state.status !== null && keptOf(state).size === 0
  const says = isEmpty ? 'empty' : state.status?.activity ? 'onItsWay' : state.online ? 'notHere' : 'offline'
  return (
    <div className="absence">
      <p role="status">{words.chapter[says]}</p>
      {isEmpty && <FirstChoice />}
    </div>
  )
}
