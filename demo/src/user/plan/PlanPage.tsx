import { useState } from 'react'
import { chapterOf, numberOf } from '../../reading/verse-name.ts'
import { chapterHref } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useUserWords } from '../words/user-words.ts'
import { pages, versesOf } from './plan.ts'
import { PlanDays } from './PlanDays.tsx'
import { PlanForm } from './PlanForm.tsx'
import { ServiceGoals } from './ServiceGoals.tsx'
import { useChangePlan, usePartName, usePlan } from './use-plan.ts'

/**
 * The plan to read the entire Quran: today's part, what is left, and all days. With an account, also its streak and goal.
 * `root`: the backend's address.
 */
export function PlanPage({ root }: { readonly root: string | undefined }) {
  const words = useUserWords().plan
  const now = usePlan()
  return (
    <Screen title={words.title} name="plan">
      {now ? (
        <Current {...now} />
      ) : (
        <section className="card account-card" aria-label={words.begin}>
          <p>{words.text}</p>
          <PlanForm />
        </section>
      )}
      <ServiceGoals root={root} />
    </Screen>
  )
}

function Current({ plan, day, part, missed, left }: NonNullable<ReturnType<typeof usePlan>>) {
  const words = useUserWords().plan
  const { figures } = useWords()
  const nameOf = usePartName()
  const change = useChangePlan()
  const [isChanging, setChanging] = useState(false)
  const verse = part && versesOf(part).from
  return (
    <>
      <section className="card account-card" aria-labelledby="plan-today">
        <h2 id="plan-today">{words.dayOf(day, plan.days)}</h2>
        <p data-testid="plan-part">{part ? nameOf(part) : left === 0 ? words.finished : words.doneToday}</p>
        {missed > 0 && part && <p className="hint">{words.missed(missed)}</p>}
        <ProgressBar
          name={words.progress}
          words={words.left(left, pages)}
          share={(plan.read - plan.first + 1) / (pages - plan.first + 1)}
        />
        <p className="hint" data-testid="plan-left">
          {part && `${words.leftToday(part.last - part.first + 1)} `}
          {words.left(left, pages)}
        </p>
        <div className="action-row">
          {part && verse && (
            <>
              <a className="button strong" href={chapterHref(chapterOf(verse), numberOf(verse))}>
                {words.go}
              </a>
              <button
                type="button"
                className="button"
                data-testid="plan-done"
                onClick={() => change({ ...plan, read: part.last }, words.marked)}
              >
                {words.mark}
              </button>
            </>
          )}
          {left > 0 && !isChanging && (
            <button
              type="button"
              className="button"
              data-testid="plan-change"
              onClick={() => setChanging(true)}
            >
              {words.change}
            </button>
          )}
          <button
            type="button"
            className="button"
            data-testid="plan-end"
            onClick={() => change(null, words.ended)}
          >
            {words.end}
          </button>
        </div>
        {isChanging && <PlanForm next={plan.read + 1} onDone={() => setChanging(false)} />}
        <p className="hint">{words.how(figures.number(pages))}</p>
      </section>
      <PlanDays plan={plan} day={day} />
    </>
  )
}
