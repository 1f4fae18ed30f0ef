import { useCollection, useCollections } from 'waraq/react'
import type { KeptCollection } from 'waraq/user'
import { useState } from 'react'
import { displayKey } from '../../reading/verse-name.ts'
import { juzHref, pageHref, savedHref } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'
import { BackIcon } from '../../ui/Icons.tsx'
import { RemoveIcon } from '../../ui/PlayerIcons.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { Pending } from '../Pending.tsx'
import { Sure } from '../Sure.tsx'
import { useAct } from '../use-act.ts'
import { useSome } from '../use-some.ts'
import { VerseLine } from '../VerseLine.tsx'
import { useUserWords } from '../words/user-words.ts'

function Members({ of }: { readonly of: string }) {
  const words = useUserWords()
  const all = useWords()
  const act = useAct()
  const { data: value = [], isPending: pending } = useCollection(of)
  const { some, more } = useSome(value)
  if (pending) return null
  if (value.length === 0) return <p className="hint">{words.collections.empty}</p>
  return (
    <>
      <ul className="card verse-lines">
        {some.map(({ verseKey, type, number, ...kept }) =>
          verseKey === null ? (
            <li key={`${type} ${number}`} className="verse-line">
              <a href={type === 'juz' ? juzHref(number) : pageHref(number)}>
                {type === 'juz' ? words.saved.place.juz(number) : words.saved.place.page(number)}
              </a>
            </li>
          ) : (
            <VerseLine key={verseKey} verseKey={verseKey}>
              <Pending of={kept} />
              <button
                type="button"
                className="icon-button"
                aria-label={words.collections.takeOut(displayKey(verseKey, all))}
                data-testid={`take-out-${verseKey}`}
                onClick={() => void act((user) => user.collections.remove(of, verseKey))}
              >
                <RemoveIcon />
              </button>
            </VerseLine>
          ),
        )}
      </ul>
      {more && (
        <button type="button" className="button" onClick={more}>
          {words.saved.more}
        </button>
      )}
    </>
  )
}

/** Its name may be changed, and it may be deleted. */
function Care({ collection }: { readonly collection: KeptCollection }) {
  const words = useUserWords().collections
  const act = useAct()
  const [name, setName] = useState<string | null>(null)
  const { key } = collection
  if (name !== null)
    return (
      <form
        className="one-line"
        onSubmit={(event) => {
          event.preventDefault()
          void act((user) => user.collections.rename(key, name)).then((isDone) => isDone && setName(null))
        }}
      >
        <input
          type="text"
          className="field"
          aria-label={words.name}
          maxLength={255}
          dir="auto"
          autoFocus
          value={name}
          data-testid="collection-rename-name"
          onChange={({ target }) => setName(target.value)}
        />
        <button type="submit" className="button strong" disabled={name.trim() === ''}>
          {words.save}
        </button>
        <button type="button" className="button" onClick={() => setName(null)}>
          {words.cancel}
        </button>
      </form>
    )
  return (
    <div className="note-actions">
      <button
        type="button"
        className="button"
        data-testid="collection-rename"
        onClick={() => setName(collection.name)}
      >
        {words.rename}
      </button>
      <Sure
        label={words.delete}
        question={words.sure}
        yes={words.deleteIt}
        no={words.cancel}
        testId="collection-delete"
        onSure={() =>
          void act((user) => user.collections.delete(key)).then(
            (isDone) => isDone && location.replace(savedHref('collections')),
          )
        }
      />
    </div>
  )
}

/** A collection, by its key on this device. */
export function CollectionPage({ of }: { readonly of: string }) {
  const words = useUserWords()
  const { data: all, isPending: pending } = useCollections()
  const collection = all?.find(({ key }) => key === of)
  return (
    <Screen title={collection?.name ?? words.saved.list.collections} name="collection" busy={pending}>
      <p>
        <a className="back-link" href={savedHref('collections')}>
          <BackIcon />
          {words.collections.all}
        </a>
      </p>
      {!pending && !collection && <p className="hint">{words.collections.gone}</p>}
      {collection && <Pending of={collection} />}
      {collection && <Members of={of} />}
      {collection && <Care key={of} collection={collection} />}
    </Screen>
  )
}
