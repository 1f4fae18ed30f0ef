import { useCollections, useStar, useVerseMarks } from '@waraq/react/user'
import { useId, useState } from 'react'
import { displayKey } from '../../reading/verse-name.ts'
import { useWords } from '../../ui/hooks.ts'
import { NewCollection } from '../NewCollection.tsx'
import { useAct } from '../use-act.ts'
import { CollectionIcon, StarIcon } from '../UserIcons.tsx'
import { useUserWords } from '../words/user-words.ts'

/** In which collections a verse is. */
function CollectIn({ verseKey, id }: { readonly verseKey: string; readonly id: string }) {
  const words = useUserWords()
  const key = displayKey(verseKey, useWords())
  const act = useAct()
  const { value: all = [] } = useCollections()
  const { collections } = useVerseMarks(verseKey)
  return (
    <div className="collect-in" id={id}>
      <ul>
        {all.map(({ key: collection, name }) => (
          <li key={collection}>
            <label className="check-row">
              <bdi>{name}</bdi>
              <input
                type="checkbox"
                aria-label={words.collections.has(name, key)}
                checked={collections.includes(collection)}
                onChange={({ target }) =>
                  void act((user) =>
                    target.checked
                      ? user.collections.add(collection, verseKey)
                      : user.collections.remove(collection, verseKey),
                  )
                }
              />
            </label>
          </li>
        ))}
      </ul>
      <NewCollection onMade={(made) => act((user) => user.collections.add(made, verseKey))} />
    </div>
  )
}

/** Star and collections, among the actions of a verse's panel. */
export function PanelActions({ verseKey }: { readonly verseKey: string }) {
  const words = useUserWords()
  const { on, toggle } = useStar(verseKey)
  const { collections } = useVerseMarks(verseKey)
  const act = useAct()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="button"
        aria-pressed={on}
        data-testid="panel-star"
        onClick={() => void act(toggle)}
      >
        <StarIcon filled={on} />
        {words.starThis}
      </button>
      <button
        type="button"
        className="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-testid="panel-collections"
        onClick={() => setOpen(!open)}
      >
        <CollectionIcon />
        {words.collectIn}
        {collections.length > 0 && <span className="hint">{collections.length}</span>}
      </button>
      {open && <CollectIn verseKey={verseKey} id={id} />}
    </>
  )
}
