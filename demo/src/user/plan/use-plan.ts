import { useChapterName } from '../../reading/use-chapter-name.ts'
import { displayVerse } from '../../reading/verse-name.ts'
import { useNow, useObservable, useWords } from '../../ui/hooks.ts'
import { localDate } from '../../ui/local-date.ts'
import { said } from '../../ui/said.ts'
import { useUserWords } from '../words/user-words.ts'
import { standingOn, versesOf, type Part, type Plan } from './plan.ts'
import { plan } from './reading-log.ts'

/** The plan and what is to be read today. Null without a plan. */
export function usePlan() {
  const now = useObservable(plan)
  // Renders again after midnight.
  useNow()
  return now && { plan: now, ...standingOn(now, localDate()) }
}

/** Returns a function that names the verses of a part: "Al-Baqarah, verse 253 to Ali 'Imran, verse 92". */
export function usePartName(): (part: Part) => string {
  const words = useWords()
  const chapterName = useChapterName()
  return (part) => {
    const { from, to } = versesOf(part)
    return words.reading.range(displayVerse(from, chapterName, words), displayVerse(to, chapterName, words))
  }
}

/** Returns a function that changes the plan, says so, and offers to take it back. */
export function useChangePlan(): (next: Plan | null, done: string) => void {
  const { undone } = useUserWords()
  return (next, done) => {
    const before = plan.get()
    plan.set(next)
    const undo = () => {
      plan.set(before)
      said.set({ text: undone, isProblem: false })
    }
    said.set({ text: done, isProblem: false, isBrief: true, undo })
  }
}
