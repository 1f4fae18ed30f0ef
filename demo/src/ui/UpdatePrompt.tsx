import { reloadIntoUpdate, remindLater, updates } from '../updates.ts'
import { useObservable } from './hooks.ts'

export function UpdatePrompt() {
  const { waiting } = useObservable(updates)
  if (!waiting) return null
  return (
    <div className="update" role="alert" data-testid="update-prompt">
      <p>A new version is ready</p>
      <button type="button" className="button strong" onClick={reloadIntoUpdate}>
        Reload
      </button>
      <button type="button" className="button" onClick={remindLater}>
        Later
      </button>
    </div>
  )
}
