import type { JsonObject } from '@waraq/protocol'
import type { ShortRowChange } from '@waraq/sandbox'
import { seeded } from '@waraq/test-support/random'
import { datasets } from './datasets.ts'
import type { Service } from './service.ts'

export type Spread = 'scattered' | 'clustered'

/** Of a hundred changes so many are deletes. */
const deletesInHundred = 20

/** Row changes of the mushaf that is there now: over the whole of it, or of neighbouring words. */
function chooseChanges(
  rows: readonly JsonObject[],
  count: number,
  spread: Spread,
  seed: number,
): ShortRowChange[] {
  const random = seeded(seed)
  const first = random.int(rows.length - count)
  const chosen = new Set<number>()
  while (chosen.size < count)
    chosen.add(spread === 'scattered' ? random.int(rows.length) : first + chosen.size)
  const { group, id, recordType } = datasets.mushaf
  return [...chosen].map((index) => {
    const key = Number(rows[index]?.['id'])
    const resource = { group, id }
    if (random.int(100) < deletesInHundred) return { resource, recordType, remove: key }
    return { resource, recordType, update: { key, css_class: `changed-${random.int(1_000)}` } }
  })
}

/** Changes words all over the mushaf, and removes none: so many rows stay as there are. */
export function publishUpdates(service: Service, count: number, seed: number): void {
  const { group, id, recordType } = datasets.mushaf
  const random = seeded(seed)
  const keys = wordsOf(service).map((row) => Number(row['id']))
  const chosen = new Set<number>()
  while (chosen.size < count) chosen.add(random.pick(keys))
  service.sandbox.publish(
    [...chosen].map((key) => ({
      resource: { group, id },
      recordType,
      update: { key, css_class: `changed-${random.int(1_000)}` },
    })),
  )
}

/**
 * How many patches of how many words lie over a mushaf where nothing is due to be folded yet: one fewer than are folded, and
 * together an eighth of its words.
 */
export const patchesAtTheirLimit = { patches: 7, words: 1_490 } as const

function wordsOf(service: Service): JsonObject[] {
  const rows = service.sandbox.snapshotRows(datasets.mushaf) ?? []
  return rows.filter((row) => row['record_type'] === datasets.mushaf.recordType)
}

/** Puts changes of words into the feed of the mushaf. */
export function publishChanges(service: Service, count: number, spread: Spread, seed: number): void {
  service.sandbox.publish(chooseChanges(wordsOf(service), count, spread, seed))
}
