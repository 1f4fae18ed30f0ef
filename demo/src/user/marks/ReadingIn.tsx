import { readingSlots, type ReadingSlot } from '@waraq/protocol/user'
import { useAccount, useOutbox, useReadingBookmarks } from 'waraq/react'
import type { StoredReadingBookmark } from 'waraq/user'
import { useState } from 'react'
import { useChapterName } from '../../reading/use-chapter-name.ts'
import { displayVerse } from '../../reading/verse-name.ts'
import { useWords } from '../../ui/hooks.ts'
import { useChosen } from '../use-chosen.ts'
import { useMutation } from '../use-mutation.ts'
import { EditIcon } from '../UserIcons.tsx'
import { useUserWords } from '../words/user-words.ts'
import { CheckRow } from './CheckRow.tsx'

/** A form for the name of a reading bookmark. An empty name removes it. */
function SlotName({
  bookmark,
  onDone,
}: {
  readonly bookmark: StoredReadingBookmark
  readonly onDone: () => void
}) {
  const words = useUserWords()
  const mutate = useMutation()
  const { slot, verseKey, number } = bookmark
  const [name, setName] = useState(bookmark.name ?? '')
  const place = verseKey ?? ({ type: 'page', number } as const)
  const save = () => mutate((user) => user.setReadingBookmark(place, { slot, name: name.trim() || null }))
  return (
    <form
      className="one-line"
      onSubmit={(event) => {
        event.preventDefault()
        void save().then((isDone) => isDone && onDone())
      }}
    >
      <input
        type="text"
        className="field"
        aria-label={words.reading.name(slot)}
        placeholder={words.reading.slot(slot, null)}
        maxLength={100}
        dir={name === '' ? undefined : 'auto'}
        autoFocus
        value={name}
        data-testid={`slot-name-${slot}`}
        onChange={({ target }) => setName(target.value)}
      />
      <button type="submit" className="button strong">
        {words.collections.save}
      </button>
      <button type="button" className="button" onClick={onDone}>
        {words.collections.cancel}
      </button>
    </form>
  )
}

function Slot(props: {
  readonly verseKey: string
  readonly slot: ReadingSlot
  readonly bookmark: StoredReadingBookmark | undefined
}) {
  const { verseKey, slot, bookmark } = props
  const { reading: words, saved } = useUserWords()
  const all = useWords()
  const chapterName = useChapterName()
  const [isNaming, setNaming] = useState(false)
  const name = bookmark?.name ?? null
  const [chosen, choose] = useChosen(
    bookmark?.verseKey === verseKey,
    (user, isHere) => user.setReadingBookmark(isHere ? verseKey : null, { slot }),
    (isHere) => (isHere ? (bookmark ? words.moved(slot, name) : null) : words.removed(slot, name)),
  )
  if (isNaming && bookmark) return <SlotName bookmark={bookmark} onDone={() => setNaming(false)} />
  const where = bookmark?.verseKey
    ? displayVerse(bookmark.verseKey, chapterName, all)
    : bookmark && saved.place.page(bookmark.number)
  return (
    <div className="slot-row" data-testid={`slot-${slot}`}>
      <CheckRow
        name={words.slot(slot, name)}
        does={words.here(slot, name)}
        where={where ?? words.unset}
        checked={chosen}
        onChange={choose}
      />
      {bookmark && (
        <button
          type="button"
          className="icon-button"
          aria-label={words.name(slot)}
          title={words.name(slot)}
          data-testid={`slot-rename-${slot}`}
          onClick={() => setNaming(true)}
        >
          <EditIcon />
        </button>
      )}
    </div>
  )
}

/** The reading bookmarks, with those at the verse checked. An account with the operations transport has only one. */
export function ReadingIn({ verseKey, id }: { readonly verseKey: string; readonly id: string }) {
  const { data: placed = [] } = useReadingBookmarks()
  const { data: outbox } = useOutbox()
  const isOnDevice = (useAccount()?.account ?? null) === null
  const slots = isOnDevice || outbox?.transport === 'feed' ? readingSlots : readingSlots.slice(0, 1)
  return (
    <div className="collect-in" id={id}>
      <ul>
        {slots.map((slot) => (
          <li key={slot}>
            <Slot verseKey={verseKey} slot={slot} bookmark={placed.find((each) => each.slot === slot)} />
          </li>
        ))}
      </ul>
    </div>
  )
}
