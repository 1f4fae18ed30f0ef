import { type ActivityDay, ListActivityDaysResponse } from '@waraq/protocol/user'
import { signedIn, userSandbox } from '../user-data.test-support.ts'

export type SignedIn = Awaited<ReturnType<typeof signedIn>>

/** A sandbox whose clock goes to the moment at which a user signs in. */
export function sandboxOfDays() {
  let now = Date.parse('2026-01-01T10:00:00Z')
  const sandbox = userSandbox({ now: () => now })
  const on = (date: string, user = 'amina', time = '10:00:00'): Promise<SignedIn> => {
    now = Date.parse(`${date}T${time}Z`)
    return signedIn(sandbox, user)
  }
  return { on }
}

/** A user reads for so many seconds. */
export function read(user: SignedIn, seconds: number, ranges: readonly string[] = [], mushafId = 1) {
  return user.post('/v1/activity-days', { type: 'QURAN', seconds, ranges, mushafId })
}

export async function daysOf(
  user: SignedIn,
  query: Readonly<Record<string, string | number>> = {},
): Promise<ActivityDay[]> {
  return ListActivityDaysResponse.parse(await user.get('/v1/activity-days', query)).data
}
