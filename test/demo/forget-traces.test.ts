// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { SettingsStore } from '../../demo/src/settings/settings-store.ts'
import { forgetTraces } from '../../demo/src/user/forget-traces.ts'
import { setDraft } from '../../demo/src/user/notes/drafts.ts'
import { noteRead } from '../../demo/src/user/plan/reading-log.ts'

it('nothing of what a person read, searched for or wrote stays on the device; their choices do', () => {
  const settings = new SettingsStore()
  const at = Date.now()
  settings.change({ theme: 'dark', searches: ['mercy'] })
  settings.notePlace('chapter', { number: 2, verseKey: '2:12' })
  noteRead('2:12', at)
  setDraft('2:12', 'a thought')
  const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
  for (const trace of ['mercy', '2:12', 'a thought']) expect(stored()).toContain(trace)
  forgetTraces(settings)
  for (const trace of ['mercy', '2:12', 'a thought']) expect(stored()).not.toContain(trace)
  expect(settings.state.get().theme).toBe('dark')
})
