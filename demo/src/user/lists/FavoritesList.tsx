import { useFavorites } from 'waraq/react'
import { VerseFavorite } from '../marks/VerseFavorite.tsx'
import { Pending } from '../Pending.tsx'
import { useSome } from '../use-some.ts'
import { VerseLine } from '../VerseLine.tsx'
import { useUserWords } from '../words/user-words.ts'
import { ListTools, More, useOrder } from './ListTools.tsx'

export function FavoritesList() {
  const words = useUserWords()
  const order = useOrder()
  const { data = [], isPending } = useFavorites(order[0])
  const { some, more } = useSome(data)
  if (isPending) return null
  if (data.length === 0) return <p className="hint">{words.saved.noFavorites}</p>
  return (
    <>
      <ListTools count={data.length} order={order} />
      <ul className="card verse-lines" aria-label={words.saved.list.favorites}>
        {some.map(
          ({ verseKey, createdAt, ...kept }) =>
            verseKey !== null && (
              <VerseLine key={verseKey} verseKey={verseKey} at={createdAt}>
                <Pending of={{ createdAt, ...kept }} />
                <VerseFavorite verseKey={verseKey} />
              </VerseLine>
            ),
        )}
      </ul>
      <More more={more} />
    </>
  )
}
