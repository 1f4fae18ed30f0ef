import type { BackgroundScope } from '../platform/background/events.ts'
import { WaraqError } from '@waraq/protocol'
import type { UserDataOptions } from './api.ts'
import { openUserData, userDataTag } from './user-data.ts'
import { outbox } from './view/outbox-query.ts'

export interface BackgroundDeliveryOptions extends UserDataOptions {
  /** The tag with which pages register Background Sync. Default `waraq-user`. */
  readonly tag?: string | undefined
}

/**
 * Delivers pending changes in a service worker, with all pages closed, when the browser reports that the network is back. Call
 * it while the worker's script is evaluated. In browsers without Background Sync (Firefox, Safari) the next page delivers them.
 */
export function deliverInBackground(
  scope: Pick<BackgroundScope, 'addEventListener'>,
  { tag = userDataTag, ...options }: BackgroundDeliveryOptions,
): void {
  scope.addEventListener('sync', (event) => {
    if (event.tag === tag) event.waitUntil(deliverOnce(options))
  })
}

/** @throws {WaraqError} if something still waits: the browser then fires the event again later */
async function deliverOnce(options: UserDataOptions): Promise<void> {
  const user = openUserData(options)
  try {
    await user.outbox.deliver()
    const { waiting, code } = await user.query(outbox())
    if (waiting > 0) throw unfinished(waiting, code)
  } finally {
    user.close()
  }
}

function unfinished(waiting: number, code: string | null): WaraqError {
  return new WaraqError({
    code: 'background_unfinished',
    message: `${waiting} changes still wait to be delivered. They are tried again later.`,
    retryable: true,
    details: { waiting, code },
  })
}
