import { openContentStore } from 'waraq'
import { registerBackgroundSync } from 'waraq/service-worker'
import '../../lifecycle/page/recordings.ts'
import { featuresHere } from './features.ts'
import { featuresByRealm, registered } from './realms.ts'
import './self-driven.ts'
import { startAutoSync, prepare, reportedByTimetable } from './timetable.ts'

/** The page of the lifecycle tests with stored recordings, plus functions that only these tests need. */

let shown: string | null = null

const extras = {
  featuresHere: () => featuresHere(),
  featuresByRealm,
  backgroundSync: async () => registerBackgroundSync(await registered()),
  prepare,
  startAutoSync,
  reportedByTimetable,
  /** Shows one row from now on, in its state after each commit. */
  show(translation: number, id: number): void {
    openContentStore()
      .live((store) => store.rows('translation', { group: 'translations', id: translation }))
      .subscribe((rows) => {
        const row = rows.find(({ data }) => data['id'] === id)
        shown = row ? JSON.stringify(row.data) : null
      })
  },
  shown: (): string | null => shown,
}

declare global {
  interface Window {
    extras: typeof extras
  }
}
window.extras = extras
