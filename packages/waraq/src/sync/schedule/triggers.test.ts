import { beforeEach, describe, expect, test } from 'vitest'
import type { SyncTrigger } from './timetable.ts'
import { wakeProbeMs, settleMs, watchNetwork, watchPage } from './triggers.ts'
import { VirtualClock } from './support.test-support.ts'

class Connection extends EventTarget {
  saveData = false
  type = 'wifi'
}

class Page extends EventTarget {
  visibilityState = 'visible'
}

function fire(target: EventTarget, type: string, more: object = {}): void {
  target.dispatchEvent(Object.assign(new Event(type), more))
}

let global: EventTarget
let connection: Connection
let document: Page
let clock: VirtualClock
let woken: SyncTrigger[]
const trigger = (kind: SyncTrigger) => woken.push(kind)
beforeEach(() => {
  global = new EventTarget()
  connection = new Connection()
  document = new Page()
  clock = new VirtualClock()
  woken = []
})

describe('the network', () => {
  test('that comes back', () => {
    const end = watchNetwork({ global, navigator: {} }, trigger)
    fire(global, 'online')
    fire(global, 'offline')
    expect(woken).toEqual(['online'])
    end()
    fire(global, 'online')
    expect(woken).toHaveLength(1)
  })
  test('that no longer costs; other news of it are none', () => {
    const end = watchNetwork({ global, navigator: { connection } }, trigger)
    fire(connection, 'change')
    connection.type = 'cellular'
    fire(connection, 'change')
    fire(connection, 'change')
    expect(woken).toEqual([])
    connection.type = 'wifi'
    fire(connection, 'change')
    fire(connection, 'change')
    expect(woken).toEqual(['interval'])
    connection.saveData = true
    fire(connection, 'change')
    connection.saveData = false
    end()
    fire(connection, 'change')
    expect(woken).toHaveLength(1)
  })
  test('of a browser without any of it', () => {
    watchNetwork({ global, navigator: undefined }, trigger)()
    watchNetwork({ global, navigator: { connection: { saveData: true } } }, trigger)()
    expect(woken).toEqual([])
  })
})

describe('the page', () => {
  const watch = () => watchPage({ global, document, clock, navigator: { connection } }, trigger)

  test.each([
    ['is looked at again', () => fire(document, 'visibilitychange')],
    ['is thawed', () => fire(document, 'resume')],
    ['comes out of the cache', () => fire(global, 'pageshow', { persisted: true })],
  ])('that %s wakes once it has settled', async (_name, happen) => {
    watch()
    happen()
    await clock.advance(settleMs - 1)
    expect(woken).toEqual([])
    await clock.advance(1)
    expect(woken).toEqual(['visible'])
  })
  test('wakes once, however many events say the same', async () => {
    watch()
    fire(document, 'resume')
    fire(document, 'visibilitychange')
    await clock.advance(settleMs / 2)
    fire(global, 'pageshow', { persisted: true })
    await clock.advance(2 * settleMs)
    expect(woken).toEqual(['visible'])
  })
  test('does not trigger where it was only passed by, is hidden, or is new', async () => {
    watch()
    fire(document, 'visibilitychange')
    document.visibilityState = 'hidden'
    fire(document, 'visibilitychange')
    fire(global, 'pageshow', { persisted: false })
    await clock.advance(2 * settleMs)
    expect(woken).toEqual([])
  })
  test.each([
    ['in sight', 'visible', ['visible']],
    ['that is hidden', 'hidden', []],
  ])('page %s wakes after its device slept, and not while time goes as usual', async (_, state, kinds) => {
    document.visibilityState = state
    watch()
    await clock.advance(10 * wakeProbeMs)
    expect(woken).toEqual([])
    clock.jump(3 * 60 * 60_000)
    await clock.advance(wakeProbeMs + settleMs)
    expect(woken).toEqual(kinds)
    await clock.advance(10 * wakeProbeMs)
    expect(woken).toEqual(kinds)
  })
  test('hears of the network, too, until it is told to stop', async () => {
    const end = watch()
    fire(global, 'online')
    document.visibilityState = 'hidden'
    fire(global, 'online')
    expect(woken).toEqual(['online_visible', 'online'])
    fire(document, 'visibilitychange')
    end()
    fire(document, 'visibilitychange')
    fire(global, 'online')
    await clock.advance(2 * settleMs)
    expect(woken).toHaveLength(2)
    expect(clock.pending).toBe(0)
  })
})
