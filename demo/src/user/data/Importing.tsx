import type { ImportPreview, ImportProgress, UserData } from 'waraq/user'
import { Fragment, useEffect, useRef, useState } from 'react'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { said } from '../../ui/said.ts'
import { useUserWords } from '../words/user-words.ts'
import { problemOf, readFile, type FileProblem } from './import-file.ts'

type State =
  | { readonly is: 'reading' }
  | { readonly is: 'preview'; readonly read: unknown; readonly preview: readonly ImportPreview[] }
  | { readonly is: 'importing'; readonly progress: ImportProgress | null }
  | { readonly is: 'problem'; readonly problem: FileProblem }

/** What the file would bring, a button that imports it, and then the progress. */
export function Importing(props: {
  readonly user: UserData
  readonly file: File
  readonly onClose: () => void
}) {
  const { user, file, onClose } = props
  const words = useUserWords().data
  const [state, setState] = useState<State>({ is: 'reading' })
  const ending = useRef(new AbortController())

  useEffect(() => {
    const { signal } = (ending.current = new AbortController())
    const show = (next: State) => signal.aborted || setState(next)
    const look = async () => {
      const read = await readFile(file)
      show({ is: 'preview', read, preview: await user.previewImport(read) })
    }
    look().catch((error: unknown) => show({ is: 'problem', problem: problemOf(error) }))
    return () => ending.current.abort()
  }, [user, file])

  const start = async (read: unknown) => {
    setState({ is: 'importing', progress: null })
    const { signal } = ending.current
    const onProgress = (progress: ImportProgress) => setState({ is: 'importing', progress })
    try {
      await user.import(read, { signal, onProgress })
      said.set({ text: words.imported, isProblem: false, isBrief: true })
      onClose()
    } catch (error) {
      setState({ is: 'problem', problem: problemOf(error) })
    }
  }

  return (
    <div
      className="importing"
      role="group"
      aria-label={words.import}
      data-testid="importing"
      data-is={state.is}
    >
      <p className="field-name">
        <bdi>{file.name}</bdi>
      </p>
      {state.is === 'preview' && <Preview preview={state.preview} />}
      {state.is === 'importing' && <Progress progress={state.progress} />}
      <p role="status" className={state.is === 'problem' ? 'problem' : 'visually-hidden'}>
        {state.is === 'problem' && words.problem(state.problem)}
      </p>
      <div className="action-row">
        {state.is === 'preview' && state.preview.some(({ added, replaced }) => added + replaced > 0) && (
          <button
            type="button"
            className="button strong"
            autoFocus
            data-testid="import-start"
            onClick={() => void start(state.read)}
          >
            {words.importIt}
          </button>
        )}
        <button
          type="button"
          className="button"
          data-testid="import-close"
          // What is stored by then stays, and the page says how to continue.
          onClick={() => (state.is === 'importing' ? ending.current.abort() : onClose())}
        >
          {state.is === 'importing' ? words.stop : words.close}
        </button>
      </div>
    </div>
  )
}

function Preview({ preview }: { readonly preview: readonly ImportPreview[] }) {
  const words = useUserWords().data
  const effects = (['added', 'replaced', 'leftOut'] as const)
    .map((effect) => ({ effect, kinds: preview.filter((each) => each[effect] > 0) }))
    .filter(({ kinds }) => kinds.length > 0)
  if (effects.length === 0) return <p>{words.nothingNew}</p>
  return (
    <>
      {effects.map(({ effect, kinds }) => (
        <Fragment key={effect}>
          <p>{words.effects[effect]}</p>
          <ul className="import-lines" data-testid={`import-${effect}`}>
            {kinds.map((each) => (
              <li key={each.kind}>{words.entries[each.kind](each[effect])}</li>
            ))}
          </ul>
        </Fragment>
      ))}
      <p className="hint">{words.nothingLost}</p>
    </>
  )
}

function Progress({ progress }: { readonly progress: ImportProgress | null }) {
  const words = useUserWords().data
  const text = words.progress(progress?.done ?? 0, progress?.total ?? 0)
  return (
    <>
      <ProgressBar name={words.import} words={text} share={progress && progress.done / progress.total} />
      <p className="hint">{text}</p>
    </>
  )
}
