import { chapterHref } from '../../routes/route.ts'
import { chapterOf, numberOf } from '../../reading/verse-name.ts'
import { useWords } from '../../ui/hooks.ts'
import { More } from '../lists/ListTools.tsx'
import { useSome } from '../use-some.ts'
import { useUserWords } from '../words/user-words.ts'
import { dateOf, partOfDay, versesOf, type Plan } from './plan.ts'
import { usePartName } from './use-plan.ts'

/** The days of a plan with their parts, and whether each is read. Those that are read come last. */
export function PlanDays({ plan, day: current }: { readonly plan: Plan; readonly day: number }) {
  const words = useUserWords().plan
  const { figures } = useWords()
  const nameOf = usePartName()
  const all = Array.from({ length: plan.days }, (_, index) => {
    const part = partOfDay(plan, index + 1)
    return { day: index + 1, part, isRead: plan.read >= part.last }
  })
  const { some, more } = useSome([
    ...all.filter(({ isRead }) => !isRead),
    ...all.filter(({ isRead }) => isRead),
  ])
  return (
    <section aria-labelledby="plan-days-title">
      <h2 id="plan-days-title">{words.allDays}</h2>
      <ol className="card verse-lines plan-lines">
        {some.map(({ day, part, isRead }) => {
          const { from } = versesOf(part)
          return (
            <li key={day} className="verse-line" data-testid={`plan-day-${day}`} data-read={isRead}>
              <a
                href={chapterHref(chapterOf(from), numberOf(from))}
                aria-current={day === current ? 'date' : undefined}
              >
                <span className="line-head">
                  <span className="line-name">
                    {words.day(day)}
                    {day === current && ` · ${words.today}`}
                  </span>
                  <span className="hint">{figures.day(Date.parse(`${dateOf(plan, day)}T12:00`))}</span>
                </span>
                <span>{nameOf(part)}</span>
              </a>
              {isRead && <span className="badge">{words.read}</span>}
            </li>
          )
        })}
      </ol>
      <More more={more} />
    </section>
  )
}
