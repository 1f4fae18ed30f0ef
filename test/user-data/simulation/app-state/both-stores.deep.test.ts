import { shareOf } from '@waraq/test-support/runs'
import { expect, it } from 'vitest'
import { compareStores } from './both-stores.ts'

/** All of them take some ten minutes; a run takes one. */
const { first, every } = shareOf(20)
const parts = Array.from({ length: 20 }, (_, part) => part + 1).filter((_, part) => part % every === first)

/** In parts, so that a failure names one of them, and a worker tells how far it came. */
it.each(parts)(
  'ten thousand lives are the same over both stores: part %i of 20',
  { timeout: 600_000 },
  async (part) => {
    const { counts } = await compareStores(part + 1_000, 500)
    for (const what of [
      'sync_token_expired',
      'document_too_large',
      'document_not_found',
      'precondition_failed',
    ])
      expect([what, counts[what]! > 0]).toEqual([what, true])
  },
)
