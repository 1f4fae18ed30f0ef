import { useCollections, useNotes, useFavorites, useAccount, useOutbox, useUserData } from 'waraq/react'
import type { KeptNote, UserData } from 'waraq/user'
import { useChapterName } from '../../reading/use-chapter-name.ts'
import { displayRange } from '../../reading/verse-name.ts'
import { chapterHref, collectionHref, savedHref, accountHref } from '../../routes/route.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useObservable, useWords } from '../../ui/hooks.ts'
import { ForwardIcon, PersonIcon } from '../../ui/Icons.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { VerseFavorite } from '../marks/VerseFavorite.tsx'
import { NewCollection } from '../NewCollection.tsx'
import { NoteItem } from '../notes/NoteItem.tsx'
import { Pending } from '../Pending.tsx'
import { useSome } from '../use-some.ts'
import { CollectionIcon } from '../UserIcons.tsx'
import { VerseLine } from '../VerseLine.tsx'
import { useUserWords } from '../words/user-words.ts'
import { standingOf } from './standing.ts'

function More({ more }: { readonly more: (() => void) | null }) {
  const words = useUserWords()
  if (!more) return null
  return (
    <button type="button" className="button" onClick={more}>
      {words.saved.more}
    </button>
  )
}

function Favorites() {
  const words = useUserWords()
  const { data: value = [], isPending: pending } = useFavorites('newest')
  const { some, more } = useSome(value)
  if (pending) return null
  if (value.length === 0) return <p className="hint">{words.saved.noFavorites}</p>
  return (
    <>
      <ul className="card verse-lines" aria-label={words.saved.list.favorites}>
        {some.map(
          ({ verseKey, ...kept }) =>
            verseKey !== null && (
              <VerseLine key={verseKey} verseKey={verseKey}>
                <Pending of={kept} />
                <VerseFavorite verseKey={verseKey} />
              </VerseLine>
            ),
        )}
      </ul>
      <More more={more} />
    </>
  )
}

function Collections() {
  const words = useUserWords()
  const { data: value = [], isPending: pending } = useCollections()
  return (
    <>
      <NewCollection />
      {!pending && value.length === 0 && <p className="hint">{words.saved.noCollections}</p>}
      {value.length > 0 && (
        <ul className="card more-links" aria-label={words.saved.list.collections}>
          {value.map((collection) => (
            <li key={collection.key}>
              <a href={collectionHref(collection.key)} data-testid="collection-link">
                <CollectionIcon />
                <span className="more-words">
                  <bdi>{collection.name}</bdi>
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

/** What a note is about, as links to it. */
function About({ ranges }: Pick<KeptNote, 'ranges'>) {
  const words = useWords()
  const chapterName = useChapterName()
  return (
    <p className="note-about">
      {ranges.map((range) => {
        const [from = '', to = from] = range.split('-')
        const [chapter = 1, verse = 1] = from.split(':').map(Number)
        return (
          <a key={range} href={chapterHref(chapter, verse)}>
            {displayRange({ from, to }, chapterName, words)}
          </a>
        )
      })}
    </p>
  )
}

function Notes() {
  const words = useUserWords()
  const { data: value = [], isPending: pending } = useNotes()
  const { some, more } = useSome(value)
  if (pending) return null
  if (value.length === 0) return <p className="hint">{words.notes.empty}</p>
  return (
    <>
      <ul className="notes" aria-label={words.notes.title}>
        {some.map((note) => (
          <NoteItem key={note.key} note={note}>
            <About ranges={note.ranges} />
          </NoteItem>
        ))}
      </ul>
      <More more={more} />
    </>
  )
}

const lists = ['favorites', 'collections', 'notes'] as const
type List = (typeof lists)[number]
const shows = { favorites: Favorites, collections: Collections, notes: Notes }

/** What the person keeps of their own. */
export function SavedPage({ list }: { readonly list: List }) {
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
      <Shown />
    </Screen>
  )
}

/** What damage has taken is told where a person would look for it. */
function Lost({ user }: { readonly user: UserData }) {
  const words = useUserWords().saved
  return useObservable(user.problem)?.code === 'data_lost' && <p role="alert">{words.lost}</p>
}

/** Whose this is and what waits, in a line that leads to the account. */
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
