import { useCatalogue } from './hooks.ts'
import { useReader } from './reader-context.ts'

/** Shown only where there are no names at all: older ones from this device serve as well. */
export function CatalogueProblem() {
  const { catalogue: loader } = useReader()
  const { catalogue, loading, problem } = useCatalogue()
  if (catalogue) return null
  if (loading || problem === null)
    return <p className="hint">Asking for the list of translations and chapters…</p>
  return (
    <div className="problem" role="alert">
      <p>The list of translations and chapters could not be loaded. {problem}</p>
      <button type="button" className="button" onClick={() => void loader.load()}>
        Try again
      </button>
    </div>
  )
}
