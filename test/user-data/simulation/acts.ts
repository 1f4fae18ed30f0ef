import type { UserData } from '../../../packages/waraq/src/user/api.ts'
import type { Act } from './commands.ts'
import { chapterOf, firstReadPage, settingField, type View } from './view.ts'

/** What a person is about to do: to what, what they want of it, and how they say so. */
export interface Meant {
  readonly label: string
  readonly want: string | null
  readonly work: () => Promise<unknown>
}

/** Makes a new text or name; of this lineage, or of a new one. */
export type Fresh = (
  kind: 'note' | 'collection',
  lineage?: number,
) => { readonly text: string; readonly label: string }

/** What an act means in a tab that shows this. Where there is nothing yet to change, something is made. */
export function meant(
  what: Exclude<Act, { act: 'time' }>,
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
    return { label, want: on ? said : null, work: () => work(on) }
  }
  const inSlot = ({ slot = 1, isPage, verse }: Extract<Act, { act: 'reading' }>): Meant => {
    const number = firstReadPage + verse
    const place = isPage ? ({ type: 'page', number } as const) : verseKey
    const said = isPage ? `page ${number}` : verseKey
    return switched(`reading|${slot}`, said, (on) => user.setReadingBookmark(on ? place : null, { slot }))
  }
  const write = (): Meant => {
    const { text: body, label } = fresh('note', named)
    const ranges = [`${chapterOf(whose)}:1-${chapterOf(whose)}:2`]
    return { label, want: body, work: () => user.notes.write({ body, ranges }) }
  }
  const create = (): Meant => {
    const { text: name, label } = fresh('collection', named)
    return { label, want: name, work: () => user.collections.create(name) }
  }
  switch (what.act) {
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
      return { label: 'place', want: verseKey, work: () => user.setLastRead(verseKey) }
    case 'setting': {
      const value = (['auto', 'dark', 'light'] as const)[what.verse - 1]!
      return { label: 'setting', want: value, work: () => user.set({ ...settingField, value }) }
    }
    case 'write':
      return write()
    case 'create':
      return create()
  }
  const kind = what.act === 'edit' || what.act === 'erase' ? 'note' : 'collection'
  const label = chosen(kind)
  if (label === undefined) return kind === 'note' ? write() : create()
  // Both texts of a conflict: which one is meant cannot be told by its label.
  if (state.get(label)!.includes('\n')) return undefined
  const key = keys.get(label)!
  if (what.act === 'erase') return { label, want: null, work: () => user.notes.delete(key) }
  if (what.act === 'delete') return { label, want: null, work: () => user.collections.delete(key) }
  const { text } = fresh(kind, Number(label.split('|')[1]))
  const work = () => (kind === 'note' ? user.notes.edit(key, text) : user.collections.rename(key, text))
  return { label, want: text, work }
}
