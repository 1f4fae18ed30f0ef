import { useUserData } from 'waraq/react'
import { useState } from 'react'
import { useMutation } from './use-mutation.ts'
import { useUserWords } from './words/user-words.ts'

/** A form that creates a collection with the typed name. */
export function NewCollection({ onMade }: { readonly onMade?: (key: string) => Promise<unknown> }) {
  const words = useUserWords().collections
  const user = useUserData()
  const mutate = useMutation()
  const [name, setName] = useState('')
  const make = async () => {
    let key: string | undefined
    const isMade = await mutate(
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
