import { useCollections, useStar, useVerseMarks } from '@waraq/react/user'
import type { KeptCollection } from '@waraq/user-data'
import { useId, useState } from 'react'
import { displayKey } from '../../reading/verse-name.ts'
import { useWords } from '../../ui/hooks.ts'
import { NewCollection } from '../NewCollection.tsx'
import { useAct } from '../use-act.ts'
import { CollectionIcon, StarIcon } from '../UserIcons.tsx'
import { useUserWords } from '../words/user-words.ts'

/** Whether a verse is in a collection: what the person has just chosen, until that is kept or has failed. */
function InCollection(props: {
  readonly verseKey: string
  readonly collection: KeptCollection
  readonly isIn: boolean
}) {
  const { verseKey, collection, isIn } = props
  const words = useUserWords().collections
  const key = displayKey(verseKey, useWords())
  const act = useAct()
  const [chosen, setChosen] = useState(isIn)
  const [shown, setShown] = useState(isIn)
  if (shown !== isIn) {
    setShown(isIn)
    setChosen(isIn)
  }
  const choose = async (next: boolean) => {
    setChosen(next)
    const isDone = await act(({ collections }) =>
      next ? collections.add(collection.key, verseKey) : collections.remove(collection.key, verseKey),
    )
    if (!isDone) setChosen(!next)
  }
  return (
    <label className="check-row">
      <bdi>{collection.name}</bdi>
      <input
        type="checkbox"
        aria-label={words.has(collection.name, key)}
        checked={chosen}
        onChange={({ target }) => void choose(target.checked)}
      />
    </label>
  )
}

/** In which collections a verse is. */
function CollectIn({ verseKey, id }: { readonly verseKey: string; readonly id: string }) {
  const act = useAct()
  const { value: all = [] } = useCollections()
  const { collections } = useVerseMarks(verseKey)
  return (
    <div className="collect-in" id={id}>
      <ul>
        {all.map((each) => (
          <li key={each.key}>
            <InCollection verseKey={verseKey} collection={each} isIn={collections.includes(each.key)} />
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
  const { figures } = useWords()
  const { on, toggle } = useStar(verseKey)
  const { collections } = useVerseMarks(verseKey)
  const act = useAct()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="button star-button"
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
        {collections.length > 0 && <span className="hint">{figures.number(collections.length)}</span>}
      </button>
      {open && <CollectIn verseKey={verseKey} id={id} />}
    </>
  )
}
