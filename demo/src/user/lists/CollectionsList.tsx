import { useCollections } from 'waraq/react'
import { useDeferredValue, useState } from 'react'
import { collectionHref } from '../../routes/route.ts'
import { ForwardIcon } from '../../ui/Icons.tsx'
import { searchable } from '../../ui/searchable.ts'
import { NewCollection } from '../NewCollection.tsx'
import { Pending } from '../Pending.tsx'
import { CollectionIcon } from '../UserIcons.tsx'
import { useUserWords } from '../words/user-words.ts'
import { ListTools, useOrder } from './ListTools.tsx'

export function CollectionsList() {
  const words = useUserWords()
  const order = useOrder()
  const search = useState('')
  const wanted = searchable(useDeferredValue(search[0]))
  const { data = [], isPending } = useCollections(order[0])
  const found = data.filter(({ name }) => searchable(name).includes(wanted))
  return (
    <>
      <NewCollection />
      {!isPending && data.length === 0 && <p className="hint">{words.saved.noCollections}</p>}
      <ListTools
        count={data.length}
        order={order}
        other="name"
        search={search}
        label={words.lists.searchCollections}
      />
      {data.length > 0 && (
        <p className={found.length === 0 ? 'hint' : 'visually-hidden'} role="status">
          {found.length === 0 ? words.lists.none : words.lists.collections(found.length)}
        </p>
      )}
      {found.length > 0 && (
        <ul className="card more-links" aria-label={words.saved.list.collections}>
          {found.map((collection) => (
            <li key={collection.key}>
              <a href={collectionHref(collection.key)} data-testid="collection-link">
                <CollectionIcon />
                <span className="more-words">
                  <bdi>{collection.name}</bdi>
                  <span className="hint">{words.saved.verses(collection.count)}</span>
                  <Pending of={collection} />
                </span>
                <ForwardIcon />
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
