import { reloadIntoUpdate, remindLater, updates } from '../updates.ts'
import { useObservable, useWords } from '../ui/hooks.ts'

export function UpdatePrompt() {
  const words = useWords()
  const { waiting } = useObservable(updates)
  if (!waiting) return null
  return (
    <div className="update" role="alert" data-testid="update-prompt">
      <p>{words.update.ready}</p>
      <button type="button" className="button strong" onClick={reloadIntoUpdate}>
        {words.reload}
      </button>
      <button type="button" className="button" onClick={remindLater}>
        {words.later}
      </button>
    </div>
  )
}
