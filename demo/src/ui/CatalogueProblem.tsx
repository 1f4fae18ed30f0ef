import { useCatalogue, useSettings, useWords } from './hooks.ts'
import { useReader } from './reader-context.ts'

/** Shown only where there are no names at all: older ones from this device serve as well. */
export function CatalogueProblem() {
  const words = useWords()
  const { spoken } = useSettings()
  const { catalogue: loader } = useReader()
  const { catalogue, loading, problem } = useCatalogue()
  if (catalogue) return null
  if (loading || problem === null) return <p className="hint">{words.chapters.loading}</p>
  const why =
    problem.message === null ? words.chapters.unknownProblem : words.problem(problem.code, problem.message)
  return (
    <div className="problem" role="alert">
      <p>{words.chapters.notLoaded(problem.code === 'worker_failed' ? words.chapters.noWorker : why)}</p>
      <button type="button" className="button" onClick={() => void loader.load(spoken)}>
        {words.retry}
      </button>
    </div>
  )
}
