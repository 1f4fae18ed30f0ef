import { useUserData } from 'waraq/react'
import { useRef, useState } from 'react'
import { download } from '../../ui/download.ts'
import { localDate } from '../../ui/local-date.ts'
import { said } from '../../ui/said.ts'
import { useMutation } from '../use-mutation.ts'
import { useUserWords } from '../words/user-words.ts'
import { Importing } from './Importing.tsx'

/** The person's own data as a file: to keep it elsewhere, and to bring it back. */
export function YourData() {
  const words = useUserWords().data
  const user = useUserData()
  const mutate = useMutation()
  const [file, setFile] = useState<File | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const save = () =>
    mutate(async (user) => {
      const text = JSON.stringify(await user.export(), null, 2)
      download(`waraq-${localDate()}.json`, 'application/json', text)
      said.set({ text: words.exported, isProblem: false, isBrief: true })
    })
  const close = () => {
    setFile(null)
    input.current?.parentElement?.querySelector('button')?.focus()
  }
  return (
    <section className="card account-card" aria-labelledby="data-title">
      <h2 id="data-title">{words.title}</h2>
      <p>{words.text}</p>
      <div className="action-row">
        <button
          type="button"
          className="button"
          disabled={!user}
          data-testid="data-export"
          onClick={() => void save()}
        >
          {words.export}
        </button>
        <button
          type="button"
          className="button"
          disabled={!user}
          data-testid="data-import"
          onClick={() => input.current?.click()}
        >
          {words.import}
        </button>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          hidden
          data-testid="data-file"
          onChange={({ target }) => {
            setFile(target.files?.[0] ?? null)
            // So that the same file may be chosen again after it was corrected.
            target.value = ''
          }}
        />
      </div>
      {user && file && (
        <Importing key={`${file.name} ${file.lastModified}`} user={user} file={file} onClose={close} />
      )}
    </section>
  )
}
