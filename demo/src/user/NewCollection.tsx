import { useUserData } from 'waraq/react'
import { useState } from 'react'
import { useAct } from './use-act.ts'
import { useUserWords } from './words/user-words.ts'

/** Makes a collection of the name that is written. */
export function NewCollection({ onMade }: { readonly onMade?: (key: string) => Promise<unknown> }) {
  const words = useUserWords().collections
  const user = useUserData()
  const act = useAct()
  const [name, setName] = useState('')
  const make = async () => {
    let key: string | undefined
    const isMade = await act(
      async (user) => (key = await user.collections.create(name)),
      words.made(name.trim()),
    )
    if (!isMade || key === undefined) return
    setName('')
    await onMade?.(key)
  }
  return (
    <form
      className="one-line"
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <input
        type="text"
        className="field"
        aria-label={words.field}
        placeholder={words.placeholder}
        maxLength={255}
        dir={name === '' ? undefined : 'auto'}
        value={name}
        data-testid="collection-name"
        onChange={({ target }) => setName(target.value)}
      />
      <button
        type="submit"
        className="button"
        disabled={!user || name.trim() === ''}
        data-testid="collection-make"
      >
        {words.make}
      </button>
    </form>
  )
}
