import { words } from '../words.ts'
import { useCatalogue } from './hooks.ts'
import { useReader } from './reader-context.ts'

/** Shown only where there are no names at all: older ones from this device serve as well. */
export function CatalogueProblem() {
  const { catalogue: loader } = useReader()
  const { catalogue, loading, problem } = useCatalogue()
  if (catalogue) return null
  if (loading || problem === null) return <p className="hint">{words.chapters.loading}</p>
  return (
    <div className="problem" role="alert">
      <p>{words.chapters.notLoaded(problem)}</p>
      <button type="button" className="button" onClick={() => void loader.load()}>
        {words.retry}
      </button>
    </div>
  )
}
