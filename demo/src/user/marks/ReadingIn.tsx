import { readingSlots, type ReadingSlot } from '@waraq/protocol/user'
import { useOutbox, useReadingBookmarks } from 'waraq/react'
import type { KeptReadingBookmark } from 'waraq/user'
import { useChosen } from '../use-chosen.ts'
import { useUserWords } from '../words/user-words.ts'
import { CheckRow } from './CheckRow.tsx'

function Slot(props: {
  readonly verseKey: string
  readonly slot: ReadingSlot
  readonly bookmark: KeptReadingBookmark | undefined
}) {
  const { verseKey, slot, bookmark } = props
  const words = useUserWords().reading
  const name = bookmark?.name ?? null
  const [chosen, choose] = useChosen(bookmark?.verseKey === verseKey, (user, isHere) =>
    user.setReadingBookmark(isHere ? verseKey : null, { slot }),
  )
  return (
    <CheckRow
      name={words.slot(slot, name)}
      does={words.here(slot, name)}
      checked={chosen}
      onChange={choose}
    />
  )
}

/** Which of the reading bookmarks are at a verse. By the operations there is one. */
export function ReadingIn({ verseKey, id }: { readonly verseKey: string; readonly id: string }) {
  const { data: placed = [] } = useReadingBookmarks()
  const { data: outbox } = useOutbox()
  const slots = outbox?.transport === 'feed' ? readingSlots : readingSlots.slice(0, 1)
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
