import type { Script } from '../script.ts'
import { everyErrorAgain } from './every-error-again.ts'
import { oldRowsFirst } from './old-rows-first.ts'
import { pageByPage } from './page-by-page.ts'
import { quiet } from './quiet.ts'
import { snapshotAsItComes } from './snapshot-as-it-comes.ts'
import { tokenByItself } from './token-by-itself.ts'
import { tokenOutlivesFilter } from './token-outlives-filter.ts'
import { twoTabs } from './two-tabs.ts'
import { withdrawnStays } from './withdrawn-stays.ts'

/** In the order in which they run and are shown: first the basic requirement, then the order of the guide. */
export const scripts: readonly Script[] = [
  quiet,
  tokenByItself,
  pageByPage,
  snapshotAsItComes,
  oldRowsFirst,
  tokenOutlivesFilter,
  twoTabs,
  everyErrorAgain,
  withdrawnStays,
]
