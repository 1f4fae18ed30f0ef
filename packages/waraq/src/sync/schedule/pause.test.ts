import { afterEach, describe, expect, it } from 'vitest'
import { resultOf } from './sync-result.ts'
import { paused, Pauses, pausedSince, resumed } from './pause.ts'
import { emptySchedule, type ScheduleRecord } from '../../store/schedule-record.ts'
import { scheduleStatus } from './schedule-status.ts'
import { other } from './states.test-support.ts'
import {
  failure,
  minuteMs,
  context,
  noon,
  report,
  run,
  schedule,
  settle,
  VirtualClock,
} from './support.test-support.ts'
import { afterSync } from './after-sync.ts'
import { dueIn, onTrigger, type SyncTrigger } from './timetable.ts'

describe('a pause in the timetable', () => {
  it('is there since it was made, also where nothing was ever scheduled', () => {
    const first = paused(null, noon)
    expect(first).toEqual({ ...emptySchedule, pausedAt: noon })
    expect(paused(first, noon + 1)).toBe(first)
    expect([pausedSince(first), pausedSince(null), pausedSince(schedule())]).toEqual([noon, null, null])
  })
  it('keeps the alarm from ringing, and the status from naming a time', () => {
    const due = paused(schedule({ nextAt: noon - 1 }), noon)
    expect(dueIn(due, context())).toBeNull()
    expect(scheduleStatus(due, context())).toMatchObject({ nextSyncAt: null, reason: 'paused' })
  })
  it.each<[SyncTrigger, boolean]>([
    ['start', false],
    ['session', false],
    ['visible', false],
    ['online', false],
    ['interval', false],
    ['background', false],
    ['subscribed', false],
    ['asked', true],
  ])('lets nothing begin but a sync that a caller asks for: %s', (trigger, syncs) => {
    const decision = onTrigger(paused(schedule({ nextAt: noon - 1 }), noon), trigger, 'me:1', context())
    expect(decision).toMatchObject(syncs ? { sync: true } : { sync: false, nextAt: null, reason: 'paused' })
  })
  it('remembers what the application wants to keep meanwhile', () => {
    const { record } = onTrigger(paused(schedule(), noon), 'subscribed', 'me:1', context())
    expect(record).toMatchObject({ requested: true, inProgress: null, pausedAt: noon })
  })
  it('goes on after a sync that a caller asked for', () => {
    const { record } = onTrigger(paused(schedule(), noon), 'asked', 'me:1', context())
    const ended = afterSync(record, 'me:1', resultOf(report(run('current'))), context())
    expect(ended).toMatchObject({ pausedAt: noon, reason: 'interval' })
  })
  it('makes no failure of the run that it ends', () => {
    const cut = report(run('interrupted', { error: failure('paused'), retryAt: noon }))
    const { record } = onTrigger(schedule({ nextAt: noon }), 'interval', 'me:1', context())
    expect(afterSync(record, 'me:1', resultOf(cut), context())).toMatchObject({
      failures: 0,
      reason: 'budget',
    })
  })
})

describe('the end of a pause', () => {
  it('brings at once what did not come', () => {
    const going = resumed(paused(schedule({ failures: 2, nextAt: null }), noon), noon + minuteMs)
    expect(going).toMatchObject({ pausedAt: null, nextAt: noon + minuteMs, reason: 'asked', requested: true })
    expect(dueIn(going, context({ now: noon + minuteMs }))).toBe(0)
  })
  it('leaves alone a sync that a caller asked for meanwhile, and a timetable that was not paused', () => {
    const asked = schedule({ inProgress: other, nextAt: noon, reason: 'in_progress', pausedAt: noon })
    expect(resumed(asked, noon)).toEqual({
      ...asked,
      inProgress: { ...other, requested: true },
      pausedAt: null,
    })
    const never = schedule()
    expect([resumed(never, noon), resumed(null, noon)]).toEqual([never, null])
  })
})

describe('runs under way', () => {
  const ends: (() => void)[] = []
  afterEach(() => ends.splice(0).forEach((end) => end()))

  function bench() {
    const clock = new VirtualClock()
    let record: ScheduleRecord | null = null
    let isBroken = false
    const read = async () => {
      if (isBroken) throw new Error('not now')
      return record
    }
    const pauses = new Pauses(read, clock)
    return {
      clock,
      pauses,
      begin(byItself = false) {
        const { signal, end } = pauses.begin(byItself)
        ends.push(end)
        return signal
      },
      pauseElsewhere: () => (record = paused(null, clock.now())),
      breakDatabase: (broken: boolean) => (isBroken = broken),
    }
  }

  it('end at once where this engine pauses, with an error that a later try heals', () => {
    const { pauses, begin } = bench()
    const signals = [begin(), begin(true)]
    pauses.stop()
    for (const { reason } of signals) expect(reason).toMatchObject({ code: 'paused', retryable: true })
    expect(begin().aborted).toBe(false)
  })
  it('end where another engine paused since: told by a message, or found within ten seconds', async () => {
    for (const reported of [true, false]) {
      const { clock, pauses, begin, pauseElsewhere } = bench()
      const signal = begin()
      await clock.advance(1_000)
      pauseElsewhere()
      if (reported) await pauses.probe()
      else await clock.advance(10_000)
      expect(signal.aborted).toBe(true)
    }
  })
  it('that a caller asks for during a pause go on; those that come by themselves do not', async () => {
    const { clock, pauses, begin, pauseElsewhere } = bench()
    pauseElsewhere()
    await clock.advance(1_000)
    const [asked, byItself] = [begin(), begin(true)]
    await pauses.probe()
    expect([asked.aborted, byItself.aborted]).toEqual([false, true])
  })
  it('are left alone where the timetable cannot be read, and found out later', async () => {
    const { clock, begin, pauseElsewhere, breakDatabase } = bench()
    const signal = begin()
    await clock.advance(1)
    pauseElsewhere()
    breakDatabase(true)
    await clock.advance(10_000)
    expect(signal.aborted).toBe(false)
    breakDatabase(false)
    await clock.advance(10_000)
    expect(signal.aborted).toBe(true)
  })
  it('that are over are not looked for', async () => {
    const { clock, pauses, pauseElsewhere } = bench()
    const { signal, end } = pauses.begin(false)
    end()
    await clock.advance(1)
    pauseElsewhere()
    await clock.advance(60_000)
    pauses.stop()
    await settle()
    expect(signal.aborted).toBe(false)
  })
})
