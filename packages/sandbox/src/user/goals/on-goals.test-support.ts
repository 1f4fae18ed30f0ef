import { CreateGoalResponse, GetTodaysPlanResponse } from '@waraq/protocol/user'
import { sandboxOfDays, type SignedIn } from '../activity-days/on-days.test-support.ts'

export const path = '/v1/goals'
export const query = { mushafId: 1 }
export const ofTime = { type: 'QURAN_TIME', amount: 600, category: 'QURAN' }
export const course = { type: 'COURSE', amount: 3, category: 'COURSE' }

export const amina = (): Promise<SignedIn> => sandboxOfDays().on('2026-01-01')

/** A user makes a goal. */
export async function make(user: SignedIn, body: unknown): Promise<string> {
  return CreateGoalResponse.parse(await user.post(path, body, query)).data.id
}

export async function planOf(user: SignedIn, type = 'QURAN_TIME', mushafId = 1) {
  return GetTodaysPlanResponse.parse(await user.get(`${path}/get-todays-plan`, { type, mushafId })).data
}
