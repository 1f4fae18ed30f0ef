import { segmentStores, type DiskImage } from './disk.ts'
import { strikesAt, type Fault, type Form, type Point } from './points.ts'
import type { Stage } from './stage.ts'

/** The points that a fault strikes: all that can end differently from the others; `thorough` takes every point. */
export function chosenPoints(stage: Stage, fault: Fault, form: Form, thorough: boolean): readonly Point[] {
  const points = stage.points.filter((point) => strikesAt(fault, point))
  if (thorough) return points
  if (fault === 'crash') return aroundCommits(stage)
  const isRepeated = repeatedPoints(stage)
  return points.filter((point) => !isRepeated(point) && (form === 'once' || !isInside(point)))
}

/**
 * A death leaves what is committed and nothing else, so all points from one commit to the next leave the same disk: the
 * first and the last of them are lived through, and held against what the calm run had committed there.
 */
function aroundCommits({ points, committed }: Stage): Point[] {
  return points.filter(
    (_, index) => committed[index] !== committed[index - 1] || committed[index] !== committed[index + 1],
  )
}

/**
 * When the engine looks for segments without an owner, it reads all segment tables in the same way. Of the tables that are
 * empty in a scenario, the first and the last one stand for all.
 */
function repeatedPoints({ points, committed }: Stage): (point: Point) => boolean {
  const images = [...new Set(committed)].filter((image): image is DiskImage => image !== null)
  const stores = images.flatMap((image) => segmentStores(image))
  const used = new Set(stores.filter(({ records }) => records.length > 0).map(({ name }) => name))
  const empty = new Set(stores.map(({ name }) => name).filter((name) => !used.has(name)))
  const inOrder = [...new Set(points.map(({ what }) => what).filter((what) => empty.has(what)))]
  const repeated = new Set(inOrder.slice(1, -1))
  return ({ what }) => repeated.has(what)
}

/**
 * A fault that stays meets all points after its first one, too. A start within a transaction would show no more than the fault
 * of one time, so it starts only at the beginning and the end of a transaction or a request to the service.
 */
function isInside({ kind, mode }: Point): boolean {
  return kind === 'request' || kind === 'write' || (kind === 'commit' && mode === 'readonly')
}
