import type { UserData } from '../../../packages/waraq/src/user/api.ts'
import type { UserMutation } from './commands.ts'
import { chapterOf, firstReadPage, settingField, type View } from './view.ts'

/** A person's intended mutation: the item, the desired state, and the call for it. */
export interface Meant {
  readonly label: string
  readonly desired: string | null
  readonly work: () => Promise<unknown>
}

/** Creates a new text or name, of the given lineage or of a new one. */
export type Fresh = (
  kind: 'note' | 'collection',
  lineage?: number,
) => { readonly text: string; readonly label: string }

/** The meaning of a mutation in a tab with this view. If there is nothing to change yet, something is created. */
export function meant(
  what: Exclude<UserMutation, { change: 'time' }>,
  { whose, state, keys, hasSlots }: View,
  user: UserData,
  fresh: Fresh,
): Meant | undefined {
  const verseKey = 'verse' in what ? `${chapterOf(whose)}:${what.verse}` : ''
  const labelsOf = (kind: string) => [...keys.keys()].filter((label) => label.startsWith(`${kind}|`))
  const named = 'of' in what ? what.of : undefined
  const chosen = (kind: string) => {
    if (named !== undefined) return keys.has(`${kind}|${named}`) ? `${kind}|${named}` : undefined
    const labels = labelsOf(kind)
    return 'pick' in what && labels.length > 0 ? labels[what.pick! % labels.length] : undefined
  }
  const switched = (label: string, said: string, work: (on: boolean) => Promise<unknown>): Meant => {
    const on = 'on' in what && (what.on === 'flip' ? state.get(label) !== said : what.on)
    return { label, desired: on ? said : null, work: () => work(on) }
  }
  const inSlot = ({ slot = 1, isPage, verse }: Extract<UserMutation, { change: 'reading' }>): Meant => {
    const number = firstReadPage + verse
    const place = isPage ? ({ type: 'page', number } as const) : verseKey
    const said = isPage ? `page ${number}` : verseKey
    return switched(`reading|${slot}`, said, (on) => user.setReadingBookmark(on ? place : null, { slot }))
  }
  const write = (): Meant => {
    const { text: body, label } = fresh('note', named)
    const ranges = [`${chapterOf(whose)}:1-${chapterOf(whose)}:2`]
    return { label, desired: body, work: () => user.notes.write({ body, ranges }) }
  }
  const create = (): Meant => {
    const { text: name, label } = fresh('collection', named)
    return { label, desired: name, work: () => user.collections.create(name) }
  }
  switch (what.change) {
    case 'favorite':
      return switched(`favorite|${verseKey}`, 'on', (on) => user.favorite(verseKey, on))
    case 'page':
      return switched(`page|${what.verse}`, 'on', (on) =>
        user.bookmark({ type: 'page', number: what.verse }, on),
      )
    case 'reading':
      if (!hasSlots)
        return switched('reading', verseKey, (on) => user.setReadingBookmark(on ? verseKey : null))
      return inSlot(what)
    case 'member': {
      const label = named === undefined ? labelsOf('collection').at(-1) : chosen('collection')
      if (label === undefined) return create()
      const key = keys.get(label)!
      return switched(`member|${label.split('|')[1]}|${verseKey}`, 'on', (on) =>
        on ? user.collections.add(key, verseKey) : user.collections.remove(key, verseKey),
      )
    }
    case 'place':
      return { label: 'place', desired: verseKey, work: () => user.setLastRead(verseKey) }
    case 'setting': {
      const value = (['auto', 'dark', 'light'] as const)[what.verse - 1]!
      return { label: 'setting', desired: value, work: () => user.set({ ...settingField, value }) }
    }
    case 'write':
      return write()
    case 'create':
      return create()
  }
  const kind = what.change === 'edit' || what.change === 'erase' ? 'note' : 'collection'
  const label = chosen(kind)
  if (label === undefined) return kind === 'note' ? write() : create()
  // Both texts of a conflict: the label does not tell which one is meant.
  if (state.get(label)!.includes('\n')) return undefined
  const key = keys.get(label)!
  if (what.change === 'erase') return { label, desired: null, work: () => user.notes.delete(key) }
  if (what.change === 'delete') return { label, desired: null, work: () => user.collections.delete(key) }
  const { text } = fresh(kind, Number(label.split('|')[1]))
  const work = () => (kind === 'note' ? user.notes.edit(key, text) : user.collections.rename(key, text))
  return { label, desired: text, work }
}
