import type { MemberOrder } from 'waraq/user'
import { Choice } from '../../ui/Choice.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { useEntryState } from '../../ui/use-entry-state.ts'
import { useUserWords } from '../words/user-words.ts'

/** The order of a list, which Back and a reload keep. */
export const useOrder = () => useEntryState<MemberOrder>('order', 'newest')

/** Search and order above a list. A list of one entry needs neither. */
export function ListTools(props: {
  readonly count: number
  readonly order?: readonly [MemberOrder, (order: MemberOrder) => void]
  /** What the other order is: that of the Quran, or of names. */
  readonly other?: 'text' | 'name'
  readonly search?: readonly [query: string, set: (query: string) => void]
  /** What is searched. */
  readonly label?: string
}) {
  const { count, order, other = 'text', search, label = '' } = props
  const words = useUserWords().lists
  if (count < 2) return null
  return (
    <div className="list-tools">
      {search && <SearchField label={label} placeholder={label} value={search[0]} onChange={search[1]} />}
      {order && (
        <Choice<MemberOrder>
          legend={words.order}
          hideLegend
          options={[
            { value: 'newest', label: words.newest },
            { value: 'text', label: words[other] },
          ]}
          value={order[0]}
          onChange={order[1]}
        />
      )}
    </div>
  )
}

/** A button for the rest of a list. */
export function More({ more }: { readonly more: (() => void) | null }) {
  const words = useUserWords()
  if (!more) return null
  return (
    <button type="button" className="button" onClick={more}>
      {words.saved.more}
    </button>
  )
}
