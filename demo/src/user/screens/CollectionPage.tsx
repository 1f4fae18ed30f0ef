import { useCollection, useCollections } from 'waraq/react'
import type { StoredCollection } from 'waraq/user'
import { useState } from 'react'
import { displayKey } from '../../reading/verse-name.ts'
import { juzHref, pageHref, savedHref } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'
import { BackIcon } from '../../ui/Icons.tsx'
import { RemoveIcon } from '../../ui/PlayerIcons.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { ListTools, More, useOrder } from '../lists/ListTools.tsx'
import { Pending } from '../Pending.tsx'
import { useMutation } from '../use-mutation.ts'
import { leaveControl, useRemoval } from '../use-removal.ts'
import { useSome } from '../use-some.ts'
import { VerseLine } from '../VerseLine.tsx'
import { useUserWords } from '../words/user-words.ts'

function Members({ of }: { readonly of: string }) {
  const words = useUserWords()
  const all = useWords()
  const remove = useRemoval()
  const order = useOrder()
  const { data: value = [], isPending: pending } = useCollection(of, order[0])
  const { some, more } = useSome(value)
  if (pending) return null
  if (value.length === 0) return <p className="hint">{words.collections.empty}</p>
  return (
    <>
      <ListTools count={value.length} order={order} />
      <ul className="card verse-lines">
        {some.map(({ verseKey, type, number, createdAt, ...kept }) =>
          verseKey === null ? (
            <li key={`${type} ${number}`} className="verse-line">
              <a href={type === 'juz' ? juzHref(number) : pageHref(number)}>
                {type === 'juz' ? words.saved.place.juz(number) : words.saved.place.page(number)}
              </a>
            </li>
          ) : (
            <VerseLine key={verseKey} verseKey={verseKey} at={createdAt}>
              <Pending of={{ createdAt, ...kept }} />
              <button
                type="button"
                className="icon-button"
                aria-label={words.collections.takeOut(displayKey(verseKey, all))}
                data-testid={`take-out-${verseKey}`}
                onClick={() => {
                  leaveControl()
                  const key = displayKey(verseKey, all)
                  void remove((user) => user.collections.remove(of, verseKey), words.collections.tookOut(key))
                }}
              >
                <RemoveIcon />
              </button>
            </VerseLine>
          ),
        )}
      </ul>
      <More more={more} />
    </>
  )
}

/** Forms to rename or delete the collection. */
function Care({ collection }: { readonly collection: StoredCollection }) {
  const words = useUserWords().collections
  const mutate = useMutation()
  const remove = useRemoval()
  const [name, setName] = useState<string | null>(null)
  const { key } = collection
  if (name !== null)
    return (
      <form
        className="one-line"
        onSubmit={(event) => {
          event.preventDefault()
          void mutate((user) => user.collections.rename(key, name)).then((isDone) => isDone && setName(null))
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
      <button
        type="button"
        className="button"
        data-testid="collection-delete"
        onClick={() =>
          void remove((user) => user.collections.delete(key), words.deleted(collection.name)).then(
            (isDone) => isDone && location.replace(savedHref('collections')),
          )
        }
      >
        {words.delete}
      </button>
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
