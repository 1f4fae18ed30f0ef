import type { EngineStatus, SyncReport } from 'waraq'
import { State, type Observable } from '../observable.ts'
import { withReport, withStatus, type LoggedRun } from 'waraq/devtools'

/** The timeline of this page, from its start on. */
export class RunRecorder {
  readonly #state = new State<{ readonly runs: readonly LoggedRun[] }>({ runs: [] })
  readonly state: Observable<{ readonly runs: readonly LoggedRun[] }> = this.#state

  noteStatus(status: EngineStatus): void {
    this.#state.update({ runs: withStatus(this.#state.get().runs, status, Date.now()) })
  }

  noteReport({ runs }: SyncReport): void {
    const now = Date.now()
    this.#state.update({
      runs: runs.reduce((known, run) => withReport(known, run, now), this.#state.get().runs),
    })
  }
}
