import { useCatalogue } from 'waraq/react'
import { useChapters } from '../reading/use-chapter-name.ts'
import { useNamesState, useSettings, useWords } from './hooks.ts'
import { useReader } from './reader-context.ts'

/** Shown only if no names of the `needed` kind are known. Older names on this device are good enough. */
export function CatalogueProblem(props: { readonly needed: 'chapters' | 'resources' }) {
  const words = useWords()
  const { spoken } = useSettings()
  const { names } = useReader()
  const { loading } = useNamesState()
  const { resources, problems } = useCatalogue()
  const chapters = useChapters()
  const isKnown = props.needed === 'chapters' ? chapters.size > 0 : resources.size > 0
  if (isKnown) return null
  const error = problems[0]?.error
  if (loading || !error) return <p className="hint">{words.chapters.loading}</p>
  return (
    <div className="problem" role="alert">
      <p>{words.chapters.notLoaded(words.problem(error.code))}</p>
      <button type="button" className="button" onClick={() => void names.load(spoken)}>
        {words.retry}
      </button>
    </div>
  )
}
