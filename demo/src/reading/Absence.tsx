import { useEffect, useState } from 'react'
import { later } from '../shell/later.tsx'
import { isWritable, keptOf } from '../sync/sync-state.ts'
import { useSettings, useSync, useWords } from '../ui/hooks.ts'
import { useReader } from '../ui/reader-context.ts'

export const LaterFirstChoice = later(() =>
  import('../first-choice/FirstChoice.tsx').then((choice) => choice.FirstChoice),
)

/** Whether the person asked the browser to reduce data use. */
const isSaving = () =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true

/** Fetches the Arabic text when a text is opened for the first time. Returns whether it is still to be fetched. */
function useBeginning(isEmpty: boolean): boolean {
  const { sync, settings } = useReader()
  const state = useSync()
  const { begun } = useSettings()
  const [isRefused, setRefused] = useState(false)
  const begins = isEmpty && !begun && !isRefused && state.online && isWritable(state) && !isSaving()
  useEffect(() => {
    if (!begins) return
    sync.begin().then(
      (isKept) => (isKept ? settings.change({ begun: true }) : setRefused(true)),
      () => setRefused(true),
    )
  }, [begins, sync, settings])
  return begins
}

/**
 * Shows what is missing when no verse of the text is on this device, and offers downloads if nothing has been chosen yet.
 * `isOfVerses`: whether the Arabic text by verse is enough to read this text.
 */
export function Absence({ isOfVerses = false }: { readonly isOfVerses?: boolean }) {
  const words = useWords()
  const state = useSync()
  const isEmpty = state.status !== null && keptOf(state).size === 0
  const begins = useBeginning(isEmpty && isOfVerses)
  const isComing = begins || state.status?.activity
  const says = isEmpty && !begins ? 'empty' : isComing ? 'onItsWay' : state.online ? 'notHere' : 'offline'
  return (
    <div className="absence">
      <p role="status">{words.chapter[says]}</p>
      {isEmpty && !begins && <LaterFirstChoice />}
    </div>
  )
}
