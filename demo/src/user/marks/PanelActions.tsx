import { highlightColors, type HighlightColor } from '@waraq/protocol/user'
import { useCollections, useOutbox, useVerseMarks } from 'waraq/react'
import type { StoredCollection } from 'waraq/user'
import { useId, useState, type ReactNode } from 'react'
import { displayKey } from '../../reading/verse-name.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useWords } from '../../ui/hooks.ts'
import { SavedIcon } from '../../ui/Icons.tsx'
import { NewCollection } from '../NewCollection.tsx'
import { useMutation } from '../use-mutation.ts'
import { useChosen } from '../use-chosen.ts'
import { CollectionIcon, HighlightIcon, StarIcon } from '../UserIcons.tsx'
import { useUserWords } from '../words/user-words.ts'
import { CheckRow } from './CheckRow.tsx'
import { ReadingIn } from './ReadingIn.tsx'
import { UndoLine } from './UndoLine.tsx'
import { useFavoritePress } from './use-favorite-press.ts'

/** Whether a verse is in a collection, with a check box to change it. */
function InCollection(props: {
  readonly verseKey: string
  readonly collection: StoredCollection
  readonly isIn: boolean
}) {
  const { verseKey, collection, isIn } = props
  const words = useUserWords().collections
  const key = displayKey(verseKey, useWords())
  const [chosen, choose] = useChosen(
    isIn,
    ({ collections }, next) =>
      next ? collections.add(collection.key, verseKey) : collections.remove(collection.key, verseKey),
    (next) => (next ? null : words.tookOut(key)),
  )
  return (
    <CheckRow
      name={collection.name}
      does={words.has(collection.name, key)}
      checked={chosen}
      onChange={choose}
    />
  )
}

/** The collections, with those that contain the verse checked. */
function CollectIn({ verseKey, id }: { readonly verseKey: string; readonly id: string }) {
  const mutate = useMutation()
  const { data: all = [] } = useCollections()
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
      <NewCollection onMade={(made) => mutate((user) => user.collections.add(made, verseKey))} />
    </div>
  )
}

/** The colour of a verse. */
function HighlightIn({ verseKey, id }: { readonly verseKey: string; readonly id: string }) {
  const words = useUserWords()
  const { highlight } = useVerseMarks(verseKey)
  const [chosen, choose] = useChosen<HighlightColor | null>(highlight?.color ?? null, (user, color) =>
    user.highlight(verseKey, color),
  )
  const options = highlightColors.map((color) => ({
    value: color,
    label: (
      <>
        <i className="swatch" data-color={color} />
        {words.colors[color]}
      </>
    ),
  }))
  return (
    <div className="collect-in" id={id}>
      <Choice<HighlightColor | 'none'>
        legend={words.highlight}
        hideLegend
        options={[{ value: 'none', label: words.noColor }, ...options]}
        value={chosen ?? 'none'}
        onChange={(value) => choose(value === 'none' ? null : value)}
      />
    </div>
  )
}

type Part = 'collections' | 'highlight' | 'reading'

/** Opens or closes one part below the actions. */
function PartButton(props: {
  readonly part: Part
  readonly open: Part | null
  readonly onOpen: (part: Part | null) => void
  /** Id of that part. */
  readonly controls: string
  readonly children: ReactNode
}) {
  const { part, open, onOpen, controls, children } = props
  const isOpen = open === part
  return (
    <button
      type="button"
      className="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      data-testid={`panel-${part}`}
      onClick={() => onOpen(isOpen ? null : part)}
    >
      {children}
    </button>
  )
}

/** Favorite, highlight, collections and reading bookmarks, among the actions of a verse's panel. */
export function PanelActions({ verseKey }: { readonly verseKey: string }) {
  const words = useUserWords()
  const { figures } = useWords()
  const { on, press } = useFavoritePress(verseKey)
  const { collections } = useVerseMarks(verseKey)
  const { data: outbox } = useOutbox()
  const [open, setOpen] = useState<Part | null>(null)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className="button star-button"
        aria-pressed={on}
        data-testid="panel-star"
        onClick={press}
      >
        <StarIcon filled={on} />
        {words.favoriteThis}
      </button>
      {outbox?.transport === 'feed' && (
        <PartButton part="highlight" open={open} onOpen={setOpen} controls={id}>
          <HighlightIcon />
          {words.highlight}
        </PartButton>
      )}
      <PartButton part="collections" open={open} onOpen={setOpen} controls={id}>
        <CollectionIcon />
        {words.collectIn}
        {collections.length > 0 && <span className="hint">{figures.number(collections.length)}</span>}
      </PartButton>
      <PartButton part="reading" open={open} onOpen={setOpen} controls={id}>
        <SavedIcon />
        {words.reading.title}
      </PartButton>
      {open === 'reading' && <ReadingIn verseKey={verseKey} id={id} />}
      {open === 'highlight' && <HighlightIn verseKey={verseKey} id={id} />}
      {open === 'collections' && <CollectIn verseKey={verseKey} id={id} />}
      <UndoLine />
    </>
  )
}
