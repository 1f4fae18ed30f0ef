/** How a run ends; see `RunReport.outcome`. */
export type Outcome = 'current' | 'partial' | 'deferred' | 'failed'
