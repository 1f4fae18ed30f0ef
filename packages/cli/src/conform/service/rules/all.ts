import type { Rule } from '../rule.ts'
import { feedRules } from './feed.ts'
import { filterRules } from './filters.ts'
import { pageRules } from './pages.ts'
import { snapshotRules } from './snapshots.ts'
import { oldToken, tokenRules } from './tokens.ts'

/** In the order in which they are held against the service and shown. */
export const contentRules: readonly Rule[] = [
  ...tokenRules,
  ...filterRules,
  ...pageRules,
  ...feedRules,
  ...snapshotRules,
  oldToken,
]
