import { createHash } from 'node:crypto'
import { isWaraqError } from '@waraq/protocol'
import type { SyncReport } from 'waraq'
import { leftovers, readDisk, recordsOf, writeDisk, type DiskImage } from './disk.ts'
import { work, worldOf, type Stage } from './stage.ts'
import { firstView, Violation, type View, type Watch } from './watch.ts'
import type { World, WorldOptions } from './world.ts'

/** The real milliseconds that a run may take: a thousand times the usual, because only a hang is to be found. */
const timeoutMs = 20_000

/** The promise's own end, or a violation when it does not end. */
export async function ends<T>(promise: Promise<T>, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Violation(`${what} does not settle`)), timeoutMs)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A struck call may reject or report a failure, but only with a `WaraqError`. Returns its outcome. */
export async function checkEnd(calling: Promise<SyncReport>, what: string): Promise<string> {
  try {
    const { runs } = await ends(calling, what)
    for (const { error } of runs)
      if (error?.code === 'internal') throw new Violation(`${what} met an error that it does not know`)
    return runs.map(({ outcome, error }) => `${outcome} ${error?.code ?? ''}`).join()
  } catch (error) {
    if (error instanceof Violation || !isWaraqError(error)) throw error
    return `rejected ${error.code}`
  }
}

export async function expectCurrent(world: World, stage: Stage, what: string): Promise<void> {
  const sent = world.requests.length
  const report = await ends(work(world, stage.scenario), what)
  if (report.outcome !== 'current') {
    const problems = report.runs.map(
      ({ filter, outcome, error }) => `${filter} ${outcome} ${error?.code ?? ''}`,
    )
    throw new Violation(`${what} ended ${report.outcome}: ${problems.join('; ')}`)
  }
  if (world.requests.length - sent > 2 * stage.requests.length)
    throw new Violation(`${what} asked ${world.requests.length - sent} times`)
}

/** A token that covers the new rows is nowhere before they are. */
export async function checkToken(
  stage: Stage,
  image: DiskImage | null,
  expectNew: (when: string, filter: string) => void | Promise<void>,
): Promise<void> {
  const subscriptions = recordsOf<{ filter: string; sequence: number | null }>(image, 'subscriptions')
  for (const { filter, sequence } of subscriptions) {
    if (sequence === stage.upTo) await expectNew(`although the token of ${filter} covers it`, filter)
  }
}

/** The requests that a surviving batch cursor saves the next engine: all pages but the one of what came since, and committed snapshots. */
function sparedBy({ scenario }: Stage, image: DiskImage | null): string[] {
  const batchCursors = recordsOf<{ complete: boolean; mode: string }>(image, 'batchCursors')
  const resumes = batchCursors.some(({ complete, mode }) => complete && mode === 'bootstrap')
  // If content was installed before, it need not come from this bootstrap.
  if (!resumes || scenario.before.length > 0) return []
  const installed = recordsOf<{ key: string; status: string }>(image, 'resources')
  return ['a second sync', ...installed.filter(({ status }) => status === 'installed').map(({ key }) => key)]
}

const texts = new WeakMap<object, string>()

/** A record as text, without its writer's name and the digest over that. Made once for each: disks share their records, and none ever changes. */
function textOf(record: object): string {
  const same = (field: string, value: unknown) =>
    ['leader', 'epoch'].includes(field) && value !== '' ? 0 : value
  const text = texts.get(record) ?? JSON.stringify({ ...record, digest: undefined }, same)
  texts.set(record, text)
  return text
}

/** The disk's content without the writer's name, which is random, and the number of writes, which the next engine ignores. */
export function hashOf(image: DiskImage | null): string {
  const hash = createHash('sha1')
  for (const { name, records } of image?.stores ?? []) {
    hash.update(`\n${name}`)
    for (const record of records) hash.update(`\n${textOf(record)}`)
  }
  return hash.digest('base64')
}

/** Does the work unless it was done under this name already, and then gives that outcome again. */
export function oncePer<T>(
  done: Map<string, Promise<T>>,
  name: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const before = name === null ? undefined : done.get(name)
  if (before) return before
  const doing = work()
  doing.catch(() => undefined)
  if (name !== null) done.set(name, doing)
  return doing
}

/** What a new reader gets of a disk; read once for equal disks. */
export function viewedOnce({ views, expected }: Stage, image: DiskImage | null, hash: string): Promise<View> {
  return oncePer(views, hash, () => firstView(writeDisk(image), expected))
}

export async function recover(
  stage: Stage,
  tab: WorldOptions,
  image: DiskImage | null,
  watch: Watch,
): Promise<void> {
  const { scenario } = stage
  await watch.look()
  const next = worldOf(scenario, tab)
  await expectCurrent(next, stage, "The next engine's sync")
  const spared = sparedBy(stage, image)
  const firstPage = next.requests.indexOf('sync')
  const asked = next.requests.map((name, index) =>
    name === 'sync' && index !== firstPage ? 'a second sync' : name,
  )
  const again = asked.filter((name) => spared.includes(name))
  if (again.length > 0) throw new Violation(`Asked again for what was committed: ${again.join()}`)
  await checkToken(stage, readDisk(tab.disk), (when, filter) => watch.expectNew(when, filter))
  await expectCurrent(next, stage, 'One more sync')
  await ends(next.engine.close(), 'Closing the next engine')
  await watch.expectNew('at the end')
  const left = leftovers(readDisk(tab.disk)!)
  if (left.length > 0) throw new Violation(`Left over: ${left.join(', ')}`)
}
