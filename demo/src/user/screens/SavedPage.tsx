import { useAccount, useOutbox, useUserData } from 'waraq/react'
import type { UserData } from 'waraq/user'
import type { ComponentType } from 'react'
import { accountHref, savedHref, type SavedList } from '../../routes/route.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useObservable } from '../../ui/hooks.ts'
import { ForwardIcon, PersonIcon } from '../../ui/Icons.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { CollectionsList } from '../lists/CollectionsList.tsx'
import { FavoritesList } from '../lists/FavoritesList.tsx'
import { HistoryList } from '../lists/HistoryList.tsx'
import { NotesList } from '../lists/NotesList.tsx'
import { useUserWords } from '../words/user-words.ts'
import { standingOf } from './standing.ts'

const shows = {
  favorites: FavoritesList,
  collections: CollectionsList,
  notes: NotesList,
  history: HistoryList,
} satisfies Record<SavedList, ComponentType>
const lists = Object.keys(shows) as SavedList[]

/** The person's own data. */
export function SavedPage({ list }: { readonly list: SavedList }) {
  const words = useUserWords().saved
  const user = useUserData()
  const Shown = shows[list]
  return (
    <Screen title={words.title} name="saved">
      {user && <Lost user={user} />}
      <AccountLine />
      <Choice
        legend={words.lists}
        hideLegend
        options={lists.map((each) => ({ value: each, label: words.list[each] }))}
        value={list}
        onChange={(next) => location.replace(savedHref(next))}
      />
      {/* Each list has its own search and order. */}
      <Shown key={list} />
    </Screen>
  )
}

/** Reports lost data where the person would look for it. */
function Lost({ user }: { readonly user: UserData }) {
  const words = useUserWords().saved
  return useObservable(user.problem)?.code === 'data_lost' && <p role="alert">{words.lost}</p>
}

/** Whose data this is and what is pending, in a line that links to the account. */
function AccountLine() {
  const words = useUserWords()
  const standing = standingOf(useAccount())
  const { data: outbox } = useOutbox()
  const blocked = outbox?.blocked.length ?? 0
  const waiting = outbox?.waiting ?? 0
  return (
    <a className="card account-line" href={accountHref} data-testid="account-line" data-standing={standing}>
      <PersonIcon />
      <span className="more-words">
        <span>{words.account[standing]}</span>
        {standing !== 'device' && waiting > 0 && (
          <span className="hint">{words.outbox.waiting(waiting)}</span>
        )}
        {blocked > 0 && <span className="badge">{words.outbox.blocked(blocked)}</span>}
      </span>
      <ForwardIcon />
    </a>
  )
}
