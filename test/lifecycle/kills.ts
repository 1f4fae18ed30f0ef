import { perPage } from './content.ts'
import type { Moment } from './moments.ts'
import type { Random } from '@waraq/test-support/random'
import type { Services } from './services.ts'
import { Tab } from './tabs.ts'

/** Ways in which the writer ends in the middle of its work. */
export const kills = ['closed', 'crashed', 'terminated', 'frozen'] as const
export type Kill = (typeof kills)[number]

/** The work of a sync: everything again, or the changes since the last one. */
export type Task = 'bootstrap' | 'incremental'

export interface KillCase {
  readonly kill: Kill
  readonly task: Task
}

/** The kills of one series in random order. Each `frozen` one costs half a minute. */
export function killCases(random: Random, counts: Readonly<Record<Kill, number>>): KillCase[] {
  const all = kills.flatMap((kill) => Array.from({ length: counts[kill] }, () => kill))
  return random
    .shuffled(all)
    .map((kill, index) => ({ kill, task: index === 0 || random.oneIn(2) ? 'bootstrap' : 'incremental' }))
}

/** Changes the service, so that a sync has something to do. Returns the number of requests that the sync will need. */
export function changeService({ sandbox, keys }: Services, random: Random): number {
  const [edited, ...others] = random.shuffled(keys.filter((key) => key.startsWith('translations:')))
  const replaced = random.shuffled([...others, ...keys.filter((key) => !key.startsWith('translations:'))])
  const invalidated = replaced.slice(0, 4 + random.int(6))
  for (const resource of invalidated) sandbox.invalidate(resource)
  const rows = sandbox.snapshotRows(edited!)!
  const updates = Array.from({ length: 1 + random.int(12) }, () => {
    const { id } = random.pick(rows) as { id: number }
    return { resource: edited!, update: { key: id, text: `edited ${random.int(1_000_000)}` } }
  })
  sandbox.publish(updates)
  return Math.ceil((invalidated.length + updates.length) / perPage) + invalidated.length
}

export function bootstrapRequests({ keys }: Services): number {
  return Math.ceil(keys.length / perPage) + keys.length
}

/**
 * Any request, any part of it. A tab that is to be frozen is held before its run can end, because its progress would
 * otherwise be unknown.
 */
export function randomMoment(random: Random, kill: Kill, requests: number): Moment {
  const isFrozen = kill === 'frozen'
  return {
    request: 1 + random.int(requests),
    part: random.pick([0, random.next(), random.next(), isFrozen ? random.next() : 1]),
    hold: isFrozen || random.oneIn(2),
  }
}

export async function endTab(tab: Tab, kill: Exclude<Kill, 'frozen'>): Promise<void> {
  if (kill === 'closed') await tab.close()
  else if (kill === 'crashed') await tab.crash()
  else await tab.call('terminate')
}
