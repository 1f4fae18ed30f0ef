import { WaraqError } from '@waraq/protocol'

/** In the place of `own-worker.ts` where this package is read from its sources, in which the worker is no file of its own. */
export function ownWorker(): Worker {
  throw new WaraqError({
    code: 'invalid_option',
    message: 'The sources have no worker of their own. Give the option worker, a function that makes one.',
    details: { option: 'worker' },
  })
}
