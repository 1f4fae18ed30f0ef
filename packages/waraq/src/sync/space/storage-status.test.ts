import { describe, expect, it } from 'vitest'
import { largestTypicalBytes } from './snapshot-bytes.ts'
import { storageStatus, type StorageFacts, type StorageStatus } from './storage-status.ts'

const megabyte = 1_000_000
const estimateOf = (available: number) => ({ usage: 5 * megabyte, quota: available + 5 * megabyte })

/** Needed and available bytes, named by the resulting verdict. */
const rooms = {
  'nothing wanted, much room': { estimate: estimateOf(1000 * megabyte), needed: null },
  'nothing wanted, little room': { estimate: estimateOf(2 * megabyte), needed: null },
  'nothing wanted, no estimate': { estimate: undefined, needed: null },
  'all here, much room': { estimate: estimateOf(1000 * megabyte), needed: 0 },
  'all here, little room': { estimate: estimateOf(2 * megabyte), needed: 0 },
  'wanted and fits': { estimate: estimateOf(1000 * megabyte), needed: 40 * megabyte },
  'wanted and tight': { estimate: estimateOf(40 * megabyte), needed: 40 * megabyte },
  'wanted and short': { estimate: estimateOf(20 * megabyte), needed: 40 * megabyte },
  'wanted, no estimate': { estimate: undefined, needed: 40 * megabyte },
} as const
type RoomName = keyof typeof rooms

/** State where nothing was refused, cleared, and IndexedDB is used. A missing cell does not compile. */
const stateByRoom: Record<RoomName, StorageStatus['state']> = {
  'nothing wanted, much room': 'ok',
  'nothing wanted, little room': 'tight',
  'nothing wanted, no estimate': 'unknown',
  'all here, much room': 'ok',
  'all here, little room': 'tight',
  'wanted and fits': 'ok',
  'wanted and tight': 'tight',
  'wanted and short': 'full',
  'wanted, no estimate': 'unknown',
}

interface Combination extends StorageFacts {
  readonly room: RoomName
}

const flags = [false, true]
const combinations: Combination[] = (['indexeddb', 'memory'] as const).flatMap((kind) =>
  (Object.keys(rooms) as RoomName[]).flatMap((room) =>
    [true, false, null].flatMap((persisted) =>
      flags.flatMap((refused) =>
        flags.map((evicted) => ({ kind, room, persisted, refused, evicted, ...rooms[room] })),
      ),
    ),
  ),
)

function expectedState({ kind, room, refused, evicted }: Combination): StorageStatus['state'] {
  if (kind === 'memory') return 'memory'
  if (refused || stateByRoom[room] === 'full') return 'full'
  return evicted ? 'evicted' : stateByRoom[room]
}

/** The last sentence of what is said asks for something, or says that there is nothing to do. */
const asksFor =
  /(^|\. |; )(Nothing to do|Sync to|Free space|Install the site|Restart the browser|Leave the private window)[^.]*\.$|clear this site's data\.$/

describe('every combination of facts', () => {
  it.each(combinations)(
    '$kind, $room, persisted $persisted, refused $refused, evicted $evicted',
    (combination) => {
      const status = storageStatus(combination)
      const { kind, room, persisted } = combination
      const { estimate, needed } = rooms[room]
      const usage = kind === 'memory' ? null : (estimate?.usage ?? null)
      const quota = kind === 'memory' ? null : (estimate?.quota ?? null)
      expect(status).toEqual({
        kind,
        persisted: kind === 'memory' ? false : persisted,
        usage,
        quota,
        available: usage === null || quota === null ? null : quota - usage,
        state: expectedState(combination),
        ...(needed === null ? {} : { needed }),
        why: expect.stringMatching(asksFor) as string,
      })
      expect(Object.hasOwn(status, 'needed')).toBe(needed !== null)
      expect(structuredClone(status)).toEqual(status)
    },
  )
  it('is looked at', () => expect(combinations).toHaveLength(2 * 9 * 3 * 2 * 2))
})

describe('what is said', () => {
  const quiet: StorageFacts = {
    kind: 'indexeddb',
    persisted: true,
    refused: false,
    evicted: false,
    ...rooms['nothing wanted, much room'],
  }
  it.each<[string, Partial<StorageFacts>, RegExp]>([
    ['kept by promise', {}, /the browser keeps what is stored\. Nothing to do/],
    ['kept as long as there is space', { persisted: false }, /may clear what is stored/],
    ['kept, who knows how long', { persisted: null }, /does not say whether it keeps/],
    ['in memory', { kind: 'memory' }, /gone when the page is closed\. Leave the private window/],
    ['cleared', { evicted: true }, /cleared what was stored for this site\. Sync/],
    ['no estimate', { estimate: undefined }, /does not say how much room there is; it keeps/],
    ['no estimate, no promise', { estimate: undefined, persisted: null }, /and may clear what is stored/],
    ['little room', rooms['nothing wanted, little room'], /little room left: about 2 MB/],
    ['may not fit', rooms['wanted and tight'], /needs about 40 MB and about 40 MB are free, so it may not/],
    ['will not fit', rooms['wanted and short'], /needs about 40 MB and about 20 MB are free\. Free space/],
    ['refused', { ...rooms['wanted and short'], refused: true }, /what was stored before is still here/],
    ['refused, no estimate', { estimate: undefined, refused: true }, /what was stored before is still here/],
    ['refused for no reason to be seen', { refused: true }, /although it reports about 1,000 MB free/],
  ])('when %s', (_case, facts, text) => expect(storageStatus({ ...quiet, ...facts }).why).toMatch(text))

  it('looks at room for one large snapshot where nothing is wanted', () => {
    const state = (available: number) => storageStatus({ ...quiet, estimate: estimateOf(available) }).state
    expect(state(largestTypicalBytes * 1.2)).toBe('ok')
    expect(state(largestTypicalBytes * 1.2 - 1)).toBe('tight')
    expect(state(0)).toBe('tight')
  })
})
