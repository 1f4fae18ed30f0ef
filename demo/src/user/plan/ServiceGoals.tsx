import { goals, streaks, userClientOf } from 'waraq/client'
import { useFromBackend, type AskBackend } from '../use-from-backend.ts'
import { useUserWords } from '../words/user-words.ts'

interface Goals {
  /** Days in a row with reading. */
  readonly days: number
  /** The share of today's goal that is done. Null without a goal. */
  readonly goal: number | null
}

/** A person has one goal for reading, of one of these types. */
const types = ['QURAN_TIME', 'QURAN_PAGES', 'QURAN_RANGE'] as const

const askGoals: AskBackend<Goals> = async (connection, call) => {
  const user = userClientOf({ goals, streaks }, { connection })
  const [streak, ...plans] = await Promise.all([
    user.streaks.getCurrentDays({ type: 'QURAN' }, call),
    ...types.map((type) => user.goals.getTodaysPlan({ type, mushafId: 1 }, call)),
  ])
  const plan = plans.find(({ data }) => data.hasGoal)
  return { days: streak.data.days, goal: plan ? (plan.data.progress ?? 0) : null }
}

/**
 * The streak and today's goal of the account, as the service counts them for all of its applications. Without an account, a
 * connection or permission there is nothing to show.
 */
export function ServiceGoals({ root }: { readonly root: string | undefined }) {
  const words = useUserWords().plan
  const known = useFromBackend(root, askGoals)
  if (!known) return null
  return (
    <section className="card account-card" aria-labelledby="goals-title" data-testid="service-goals">
      <h2 id="goals-title">{words.inAccount}</h2>
      <p>{words.streak(known.days)}</p>
      {known.goal !== null && <p>{words.goal(known.goal)}</p>}
    </section>
  )
}
