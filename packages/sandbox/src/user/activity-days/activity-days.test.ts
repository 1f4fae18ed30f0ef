import { ListActivityDaysResponse, RecordActivityDayResponse } from '@waraq/protocol/user'
import { describe, expect, it } from 'vitest'
import { signedIn, userSandbox } from '../user-data.test-support.ts'
import { daysOf, read, sandboxOfDays, type SignedIn } from './on-days.test-support.ts'

const path = '/v1/activity-days'
const today = '2026-01-05'

async function amina(): Promise<SignedIn> {
  return sandboxOfDays().on(today)
}

describe('recording', () => {
  it('makes a day of reading', async () => {
    const user = await amina()
    const answer = RecordActivityDayResponse.parse(await read(user, 60, ['1:1-1:7']))
    expect(answer).toEqual({ success: true, data: {} })
    expect(await daysOf(user)).toEqual([
      {
        id: expect.any(String) as string,
        date: today,
        progress: 0,
        type: 'QURAN',
        ranges: ['1:1-1:7'],
        pagesRead: 1,
        secondsRead: 60,
        versesRead: 7,
        manuallyAddedSeconds: 0,
        mushafId: 1,
      },
    ])
  })

  it('adds to the day that there is: seconds add up, verses count once', async () => {
    const user = await amina()
    await read(user, 60, ['2:6-2:6', '1:1-1:3'])
    await read(user, 30, ['1:3-1:5', '1:6-1:6'])
    const [day, ...others] = await daysOf(user)
    expect(others).toEqual([])
    expect(day).toMatchObject({ secondsRead: 90, versesRead: 7, ranges: ['1:1-1:6', '2:6-2:6'] })
  })

  it('joins ranges across chapters, and takes a range within another for nothing new', async () => {
    const user = await amina()
    await read(user, 60, ['1:1-2:5'])
    await read(user, 1, ['1:7-1:7', '2:6-2:7'])
    expect((await daysOf(user))[0]).toMatchObject({ ranges: ['1:1-2:7'], versesRead: 14 })
  })

  it.each([
    [['1:1-2:5'], 2],
    [['1:1-1:6'], 0.86],
    [['1:7-2:1'], 0.34],
    [[], 0],
    [['1:1-114:6'], 604],
  ])('counts of pages the share that was read: %j', async (ranges, pagesRead) => {
    const user = await amina()
    await read(user, 5, ranges)
    expect((await daysOf(user))[0]).toMatchObject({ pagesRead, ranges })
  })

  it('begins a new day at midnight in UTC', async () => {
    const { on } = sandboxOfDays()
    await read(await on('2026-01-05', 'amina', '23:59:59.999'), 10)
    const later = await on('2026-01-06', 'amina', '00:00:00')
    await read(later, 20)
    expect((await daysOf(later)).map(({ date, secondsRead }) => [date, secondsRead])).toEqual([
      ['2026-01-06', 20],
      ['2026-01-05', 10],
    ])
  })

  it('keeps a day for each mushaf', async () => {
    const user = await amina()
    await read(user, 10, ['1:1-1:1'], 1)
    await read(user, 20, ['1:2-1:2'], 19)
    await read(user, 5, [], 1)
    const shown = (await daysOf(user)).map((day) => [day.mushafId, day.secondsRead, day.ranges])
    expect(shown).toEqual([
      [19, 20, ['1:2-1:2']],
      [1, 15, ['1:1-1:1']],
    ])
  })

  it.each([['2:287-2:287'], ['115:1-115:1'], ['1:7-1:1']])(
    'knows no verses %s, and keeps nothing',
    async (range) => {
      const user = await amina()
      const body = { type: 'QURAN', seconds: 5, ranges: ['1:1-1:1', range], mushafId: 1 }
      expect(await user.refused('POST', path, { body })).toBe('422 unprocessable_entity')
      expect(await daysOf(user)).toEqual([])
    },
  )

  it('takes several ranges in one text, and other things that are done', async () => {
    const user = await amina()
    const reading = { type: 'QURAN', seconds: 5, ranges: ['1:1-1:2,1:5-1:7'], mushafId: 1 }
    await user.post(path, reading)
    await user.post(path, { ...reading, type: 'TAFSIR', seconds: 9 })
    const shown = (await daysOf(user)).map(({ type, secondsRead, ranges }) => [type, secondsRead, ranges])
    expect(shown).toEqual([
      ['TAFSIR', 9, ['1:1-1:2', '1:5-1:7']],
      ['QURAN', 5, ['1:1-1:2', '1:5-1:7']],
    ])
    expect((await daysOf(user, { type: 'TAFSIR' })).map(({ type }) => type)).toEqual(['TAFSIR'])
  })

  it.each([
    ['Pacific/Kiritimati', '2026-01-02'],
    ['Europe/Berlin', '2026-01-01'],
    ['Pacific/Pago_Pago', '2025-12-31'],
  ])('in %s adds to %s', async (timeZone, date) => {
    const { on } = sandboxOfDays()
    const user = await on('2026-01-01', 'amina', timeZone === 'Pacific/Pago_Pago' ? '08:00:00' : '12:00:00')
    const body = { type: 'QURAN', seconds: 5, ranges: [], mushafId: 1 }
    expect((await user.send('POST', path, { body, timeZone })).status).toBe(200)
    expect((await daysOf(user)).map((day) => day.date)).toEqual([date])
  })

  it('adds to an earlier day that is named, and to none that is still to come', async () => {
    const user = await amina()
    const body = { type: 'QURAN', seconds: 5, ranges: [], mushafId: 1 }
    await user.post(path, { ...body, date: '2025-11-30' })
    expect((await daysOf(user)).map(({ date }) => date)).toEqual(['2025-11-30'])
    const tomorrow = { body: { ...body, date: '2027-01-01' } }
    expect(await user.refused('POST', path, tomorrow)).toBe('422 unprocessable_entity')
    expect(await user.refused('POST', path, { body, timeZone: 'Nowhere/None' })).toBe(
      '422 unprocessable_entity',
    )
  })

  it.each([
    [{ seconds: 0 }],
    [{ seconds: 1.5 }],
    [{ ranges: ['1:1'] }],
    [{ ranges: '1:1-1:2' }],
    [{ mushafId: 8 }],
    [{ seconds: undefined }],
    [{ ranges: undefined }],
    [{ mushafId: undefined }],
    [{ type: undefined }],
    [{ type: 'NAPPING' }],
    [{ date: 'today' }],
  ])('refuses a body with %j', async (wrong) => {
    const user = await amina()
    const body = { type: 'QURAN', seconds: 5, ranges: [], mushafId: 1, ...wrong }
    expect(await user.refused('POST', path, { body })).toBe('400 invalid_request')
  })
})

/** A day on each of the first five of January. */
async function fiveDays(): Promise<SignedIn> {
  const { on } = sandboxOfDays()
  for (const day of [1, 2, 3, 4]) await read(await on(`2026-01-0${day}`), day)
  const user = await on(today)
  await read(user, 5)
  return user
}

describe('the list', () => {
  const datesIn = async (user: SignedIn, query: Record<string, string | number>) =>
    (await daysOf(user, query)).map(({ date }) => date.slice(-2)).join(' ')

  it.each([
    [{}, '05 04 03 02 01'],
    [{ dateOrderBy: 'desc' }, '05 04 03 02 01'],
    [{ dateOrderBy: 'asc' }, '01 02 03 04 05'],
    [{ from: '2026-01-04' }, '05 04'],
    [{ to: '2026-01-02' }, '02 01'],
    [{ from: '2026-01-02', to: '2026-01-03' }, '03 02'],
    [{ from: '2026-01-03', to: '2026-01-03' }, '03'],
    [{ from: '2026-01-06' }, ''],
    [{ type: 'QURAN' }, '05 04 03 02 01'],
    [{ type: 'LESSON' }, ''],
  ])('of %j', async (query, dates) => {
    expect(await datesIn(await fiveDays(), query)).toBe(dates)
  })

  it('goes on from a cursor, both ways', async () => {
    const user = await fiveDays()
    const page = async (query: Record<string, string | number>) =>
      ListActivityDaysResponse.parse(await user.get(path, query))
    const first = await page({ first: 2 })
    expect(first.pagination).toMatchObject({ hasNextPage: true, hasPreviousPage: false })
    const next = await page({ first: 2, after: first.pagination.endCursor! })
    expect(next.data.map(({ date }) => date)).toEqual(['2026-01-03', '2026-01-02'])
    expect(next.pagination).toMatchObject({ hasNextPage: true, hasPreviousPage: true })
    const back = await page({ last: 2, before: next.pagination.startCursor! })
    expect(back.data).toEqual(first.data)
  })

  it.each([
    [{ from: '2026-01-03', to: '2026-01-02' }],
    [{ from: '2026-02-30' }],
    [{ to: 'today' }],
    [{ dateOrderBy: 'newest' }],
    [{ type: 'READING' }],
    [{ first: 21 }],
    [{ first: 2, after: 'activity-day-99' }],
    [{ first: 2, last: 2 }],
    [{ mushafId: 1 }],
  ])('refuses %j', async (query) => {
    expect(await (await fiveDays()).refused('GET', path, { query })).toBe('422 unprocessable_entity')
  })

  it('belongs to one user alone', async () => {
    const sandbox = userSandbox()
    const [one, other] = [await signedIn(sandbox, 'amina'), await signedIn(sandbox, 'idris')]
    await read(one, 60)
    expect(await daysOf(other)).toEqual([])
    await read(other, 5)
    expect((await daysOf(one)).map(({ secondsRead }) => secondsRead)).toEqual([60])
  })
})
