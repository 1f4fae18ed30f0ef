import { withReport, withStatus, type EngineStatus, type LoggedRun, type SyncReport } from 'waraq'
import { State, type Observable } from '../observable.ts'

/** The timeline of this page since its start. */
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
