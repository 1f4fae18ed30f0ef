import { browserChecks } from './browser.ts'
import type { Check } from './check.ts'
import { feedChecks } from './feed.ts'
import { filterChecks } from './filter.ts'
import { groupChecks } from './groups.ts'
import { recordKeyChecks } from './record-keys.ts'
import { refusalChecks } from './refusals.ts'
import { tokenChecks } from './token.ts'
import { transferChecks } from './transfer.ts'

/** In the order in which they are made and shown. */
export const allChecks: readonly Check[] = [
  ...tokenChecks,
  ...groupChecks,
  ...filterChecks,
  ...feedChecks,
  ...recordKeyChecks,
  ...browserChecks,
  ...refusalChecks,
  ...transferChecks,
]
