/** How a run ends; see `RunReport.outcome`. */
export type Outcome = 'current' | 'partial' | 'interrupted' | 'failed'

/** How a sync ends; see `SyncReport.outcome`. */
export type SyncOutcome = Outcome | 'nothing'
