import { WaraqError } from '@waraq/protocol'

/** Replaces `own-worker.ts` if this package is read from its sources, in which a worker is not a separate file. */
export const ownWorker = (): Worker => refuse('worker')
export const ownSearchWorker = (): Worker => refuse('searchWorker')

function refuse(option: string): never {
  throw new WaraqError({
    code: 'invalid_option',
    message: `The sources have no worker of their own. Give the option ${option}, a function that makes one.`,
    details: { option },
  })
}
