import { aroundMutants } from './list/around.mjs'
import { partialMutants } from './list/partial.mjs'
import { demoMutants } from './list/demo.mjs'
import { refreshMutants } from './list/refreshes.mjs'
import { fileMutants } from './list/files.mjs'
import { liveMutants } from './list/live.mjs'
import { deltaMutants } from './list/deltas.mjs'
import { backgroundSyncMutants } from './list/background-syncs.mjs'
import { planningMutants } from './list/planning.mjs'
import { runMutants } from './list/run.mjs'
import { sandboxMutants } from './list/sandbox.mjs'
import { sessionMutants } from './list/sessions.mjs'
import { sharingMutants } from './list/sharing.mjs'
import { storeMutants } from './list/store.mjs'
import { tabMutants } from './list/tabs.mjs'
import { userDataMutants } from './list/user-data.mjs'

/**
 * Small deliberate defects, each of a kind that a programmer could make. The tests must notice every one. `find` stands
 * exactly once in the file; `tests` are the files of `pnpm test` expected to notice, tried in this order, and `deep` those
 * of `pnpm test:deep` where only these can.
 *
 * @typedef {{
 *   name: string, promise: string, file: string, find: string, replace: string, tests: string[], deep?: string[]
 * }} Mutant
 */

/** @type {readonly Mutant[]} */
export const mutants = [
  ...runMutants,
  ...sessionMutants,
  ...sharingMutants,
  ...planningMutants,
  ...storeMutants,
  ...deltaMutants,
  ...liveMutants,
  ...partialMutants,
  ...tabMutants,
  ...backgroundSyncMutants,
  ...refreshMutants,
  ...aroundMutants,
  ...fileMutants,
  ...sandboxMutants,
  ...demoMutants,
  ...userDataMutants,
]
