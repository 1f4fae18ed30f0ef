import { useDeferredValue, useEffect, useId, useState } from 'react'
import { searchHref } from '../routes/route.ts'
import { queryDirection } from '../search/query-direction.ts'
import { SearchIcon } from '../ui/Icons.tsx'
import { Modal } from '../ui/Modal.tsx'
import { CloseIcon } from '../ui/PlayerIcons.tsx'
import { searchable } from '../ui/searchable.ts'
import { goTo } from './go-to.ts'
import { useGoingWords } from './going-words.ts'
import type { PlaceLink } from './place-link.ts'
import { PlacePicker } from './PlacePicker.tsx'
import { useCommands, type Command } from './use-commands.ts'
import { firstPlaces, usePlacesTyped } from './use-places-typed.ts'

const mostPlaces = 4
const mostChapters = 6

const toLink = ({ href, name, known }: PlaceLink): Command => ({
  id: href,
  name: known === undefined ? name : `${known} · ${name}`,
  run: () => goTo(href),
})

interface Options extends Pick<ReturnType<typeof usePlacesTyped>, 'missing' | 'isRead'> {
  readonly options: readonly Command[]
}

/** Places first, then commands, and finally a search for the text itself. */
function useOptions(text: string): Options {
  const words = useGoingWords()
  const commands = useCommands()
  const typed = usePlacesTyped(text)
  const { chapters, missing, isRead } = typed
  const letters = searchable(text)
  if (text === '') return { options: commands, missing: null, isRead }
  const places = firstPlaces({ ...typed, chapters: [] }, mostPlaces)
  const others = chapters
    .filter(({ href }) => places.every((place) => place.href !== href))
    .slice(0, mostChapters)
  const found = letters === '' ? [] : commands.filter(({ name }) => searchable(name).includes(letters))
  const search = { id: 'search', name: words.search(text), run: () => goTo(searchHref(text)) }
  return { options: [...[...places, ...others].map(toLink), ...found, search], missing, isRead }
}

/** One field for places and commands. While it is empty, it lists the places to choose from, or all commands. */
export function JumpDialog(props: {
  readonly open: 'places' | 'commands'
  readonly onClose: () => void
  /** Closes the dialog and then runs the action. A chosen place must not come after the dialog in the tab's history. */
  readonly closeThen: (action: () => void) => void
}) {
  const { open, onClose, closeThen } = props
  const words = useGoingWords()
  const [text, setText] = useState('')
  const typed = useDeferredValue(text.trim())
  const { options, missing, isRead } = useOptions(typed)
  const [at, setAt] = useState(0)
  // The list may still belong to the previous text. Enter then waits for the list of the current text.
  const isOfText = isRead && typed === text.trim()
  const [isEntered, setEntered] = useState(false)
  const listId = useId()
  const isPicking = text.trim() === '' && open === 'places'
  const current = isPicking ? undefined : options[Math.min(at, options.length - 1)]
  const idOf = (option: Command) => `${listId}-${options.indexOf(option)}`
  const press = (event: React.KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (isPicking || event.nativeEvent.isComposing) return
    if (by !== 0) setAt((Math.min(at, options.length - 1) + by + options.length) % options.length)
    else if (event.key === 'Enter') setEntered(true)
    else return
    event.preventDefault()
  }
  useEffect(() => {
    if (isEntered && isOfText && current) closeThen(current.run)
  })
  const currentId = current && idOf(current)
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
  return (
    <Modal className="jump" label={words.title[open]} testId="jump-dialog" onClose={onClose}>
      <div className="jump-head">
        <SearchIcon />
        <input
          type="text"
          role="combobox"
          autoComplete="off"
          enterKeyHint="go"
          aria-label={words.title[open]}
          aria-expanded={!isPicking}
          aria-controls={isPicking ? undefined : listId}
          aria-activedescendant={currentId}
          placeholder={words.placeholder[open]}
          dir={queryDirection(text)}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setAt(0)
            setEntered(false)
          }}
          onKeyDown={press}
        />
        <button type="button" className="icon-button" aria-label={words.close} onClick={onClose}>
          <CloseIcon />
        </button>
      </div>
      {missing !== null && (
        <p className="hint jump-missing" role="status">
          {missing}
        </p>
      )}
      {isPicking ? (
        <PlacePicker onChoose={(href) => closeThen(() => goTo(href))} />
      ) : (
        <ul className="jump-options" role="listbox" id={listId} aria-label={words.results}>
          {options.map((option) => (
            <li
              key={option.id}
              id={idOf(option)}
              className="jump-option"
              role="option"
              aria-selected={option === current}
              data-testid="jump-option"
              onClick={() => closeThen(option.run)}
            >
              <bdi>{option.name}</bdi>
              {option.key !== undefined && <kbd>{option.key}</kbd>}
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}
