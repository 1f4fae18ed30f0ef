import { expect } from 'vitest'
import { day, type CallsOf } from './scene.ts'

const mushaf = { mushafId: 1 } as const
const reflection = { body: 'What a promise this is.', ranges: ['94:5-94:6'] }
const minutes = { type: 'QURAN_TIME', amount: 600, category: 'QURAN' } as const

export const activityDays: CallsOf<'activityDays'> = {
  async record({ me, only }) {
    await only.activityDays.record({ type: 'QURAN', seconds: 120, ranges: ['1:1-1:7'], mushafId: 1 })
    await only.activityDays.record({
      type: 'QURAN',
      seconds: 60,
      ranges: ['1:5-1:7', '2:1-2:5'],
      mushafId: 1,
    })
    const { data } = await me.activityDays.list()
    expect(data).toMatchObject([{ date: '2026-03-02', secondsRead: 180, versesRead: 12, mushafId: 1 }])
  },
  async list({ me, only, service }) {
    await me.activityDays.record({ type: 'QURAN', seconds: 10, ranges: ['1:1-1:7'], mushafId: 1 })
    service.now += day
    await me.activityDays.record({ type: 'QURAN', seconds: 20, ranges: [], mushafId: 1 })
    const { data } = await only.activityDays.list({ dateOrderBy: 'asc', from: '2026-03-02', type: 'QURAN' })
    expect(data.map(({ date, secondsRead }) => [date, secondsRead])).toEqual([
      ['2026-03-02', 10],
      ['2026-03-03', 20],
    ])
  },
  async estimateReadingTime({ only }) {
    const short = await only.activityDays.estimateReadingTime({ ranges: '1:1-1:7' })
    const long = await only.activityDays.estimateReadingTime({ ranges: '2:1-2:286' })
    expect(short.data.seconds).toBeGreaterThan(0)
    expect(long.data.seconds).toBeGreaterThan(20 * short.data.seconds)
  },
}

export const goals: CallsOf<'goals'> = {
  async create({ only }) {
    expect((await only.goals.create(minutes, mushaf)).data.id).not.toBe('')
  },
  async update({ me, only }) {
    const { data } = await me.goals.create(minutes, mushaf)
    await only.goals.update(data.id, { amount: 900 }, mushaf)
    const plan = await me.goals.getTodaysPlan({ type: 'QURAN_TIME', mushafId: 1 })
    expect(plan.data).toMatchObject({ goalId: data.id, dailyTargetSeconds: 900 })
  },
  async delete({ me, only }) {
    const { data } = await me.goals.create(minutes, mushaf)
    expect(await only.goals.delete(data.id, { category: 'QURAN' })).toMatchObject({
      data: { message: 'goal deleted' },
    })
    expect((await me.goals.getTodaysPlan({ type: 'QURAN_TIME', mushafId: 1 })).data).toEqual({
      hasGoal: false,
    })
  },
  async getTodaysPlan({ me, only }) {
    await me.goals.create(minutes, mushaf)
    await me.activityDays.record({ type: 'QURAN', seconds: 300, ranges: [], mushafId: 1 })
    const { data } = await only.goals.getTodaysPlan({ type: 'QURAN_TIME', mushafId: 1 })
    expect(data).toMatchObject({ hasGoal: true, progress: 0.5, secondsRead: 300, dailyTargetSeconds: 600 })
  },
  async estimate({ only }) {
    const { data } = await only.goals.estimate({
      type: 'QURAN_RANGE',
      amount: '1:1-2:7',
      duration: 2,
      mushafId: 1,
    })
    expect(data.week.map(({ amount }) => amount)).toEqual(['1:1-1:7', '2:1-2:7'])
  },
}

export const streaks: CallsOf<'streaks'> = {
  async list({ me, only, service }) {
    for (const days of [1, 3, 1]) {
      await me.activityDays.record({ type: 'QURAN', seconds: 60, ranges: [], mushafId: 1 })
      service.now += days * day
    }
    const { data } = await only.streaks.list({ orderBy: 'startDate', sortOrder: 'asc' })
    expect(data.map(({ startDate, days, status }) => [startDate, days, status])).toEqual([
      ['2026-03-02', 2, 'BROKEN'],
      ['2026-03-06', 1, 'ACTIVE'],
    ])
  },
  async getCurrentDays({ me, only, service }) {
    for (let count = 0; count < 3; count++) {
      await me.activityDays.record({ type: 'QURAN', seconds: 60, ranges: [], mushafId: 1 })
      service.now += day
    }
    expect((await only.streaks.getCurrentDays({ type: 'QURAN' })).data.days).toBe(3)
  },
}

export const notes: CallsOf<'notes'> = {
  async create({ only }) {
    const attachedEntity = { entityId: '12', entityType: 'reflection' } as const
    const { data } = await only.notes.create({ ...reflection, saveToQR: false, attachedEntity })
    expect(data).toMatchObject({ ...reflection, attachedEntities: [attachedEntity] })
  },
  async list({ me, only }) {
    for (const body of ['The first', 'The second', 'The third'])
      await me.notes.create({ body, saveToQR: false })
    const bodies: string[] = []
    for await (const { body } of only.notes.list.each({ limit: 2, sortBy: 'oldest' })) bodies.push(body)
    expect(bodies).toEqual(['The first', 'The second', 'The third'])
  },
  async get({ me, only }) {
    const { data } = await me.notes.create({ ...reflection, saveToQR: false })
    expect((await only.notes.get(data.id)).data).toMatchObject(reflection)
  },
  async update({ me, only }) {
    const { data } = await me.notes.create({ ...reflection, saveToQR: false })
    expect((await only.notes.update(data.id, { body: 'Read it again.' })).data).toMatchObject({
      id: data.id,
      body: 'Read it again.',
    })
  },
  async delete({ me, only }) {
    const { data } = await me.notes.create({ ...reflection, saveToQR: false })
    await only.notes.delete(data.id)
    await expect(me.notes.get(data.id)).rejects.toMatchObject({ code: 'not_found' })
  },
  async publish({ me, only }) {
    const { data } = await me.notes.create({ ...reflection, saveToQR: false })
    const published = await only.notes.publish(data.id, reflection)
    expect(published.data.success).toBe(true)
    expect(await me.posts.get(published.data.postId!)).toMatchObject({ body: reflection.body })
  },
  async listByVerse({ me, only }) {
    await me.notes.create({ ...reflection, saveToQR: false })
    expect((await only.notes.listByVerse('94:6')).data).toMatchObject([reflection])
    expect((await only.notes.listByVerse('94:7')).data).toEqual([])
  },
  async listByEntity({ me, only }) {
    const attachedEntity = { entityId: '12', entityType: 'reflection' } as const
    await me.notes.create({ ...reflection, saveToQR: false, attachedEntity })
    const { data } = await only.notes.listByEntity({ entityId: '12', entityType: 'reflection' })
    expect(data).toMatchObject([reflection])
  },
  async listInRange({ me, only }) {
    await me.notes.create({ ...reflection, saveToQR: false })
    expect((await only.notes.listInRange({ from: '94:1', to: '94:5' })).data).toMatchObject([reflection])
    expect((await only.notes.listInRange({ from: '94:1', to: '94:4' })).data).toEqual([])
  },
  async countInRange({ me, only }) {
    await me.notes.create({ ...reflection, saveToQR: false })
    const { data } = await only.notes.countInRange({ from: '94:1', to: '94:8' })
    expect(data).toEqual({ '94:5': 1, '94:6': 1 })
  },
}
