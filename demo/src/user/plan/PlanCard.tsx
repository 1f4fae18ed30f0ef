import { latestVerse } from '../../settings/settings.ts'
import { planHref } from '../../routes/route.ts'
import { useSettings } from '../../ui/hooks.ts'
import { ForwardIcon } from '../../ui/Icons.tsx'
import { useUserWords } from '../words/user-words.ts'
import { pages } from './plan.ts'
import { usePartName, usePlan } from './use-plan.ts'

/** What is to be read today, or the offer of a plan to a person who reads. */
export function PlanCard() {
  const words = useUserWords().plan
  const now = usePlan()
  const nameOf = usePartName()
  const isReader = latestVerse(useSettings().places) !== null
  if (!now && !isReader) return null
  return (
    <a className="card continue" href={planHref} data-testid="plan-card">
      <span className="continue-words">
        <span className="continue-title">{words.title}</span>
        {!now && <span className="hint">{words.offer}</span>}
        {now && (
          <span>{now.part ? nameOf(now.part) : now.left === 0 ? words.finished : words.doneToday}</span>
        )}
        {now && now.left > 0 && (
          <span className="hint">
            {words.dayOf(now.day, now.plan.days)} · {words.left(now.left, pages)}
          </span>
        )}
      </span>
      <ForwardIcon />
    </a>
  )
}
