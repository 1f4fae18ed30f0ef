import { resourceKey, type ResourceKey } from '@waraq/contract'
import { useMushaf, useMushafs } from '../../reading/use-mushaf.ts'
import { useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { useNames } from '../../ui/use-names.ts'

/** Which mushaf's pages are shown, where several are here. */
export function MushafChoice() {
  const words = useWords()
  const { settings } = useReader()
  const nameOf = useNames()
  const here = useMushafs()
  const shown = resourceKey(useMushaf())
  if (here.length < 2) return null
  return (
    <label className="select">
      <span className="visually-hidden">{words.reading.mushaf}</span>
      <select
        value={shown}
        onChange={(event) => settings.change({ mushaf: event.target.value as ResourceKey })}
        data-testid="mushaf-choice"
      >
        {here.map((key) => (
          <option key={key} value={key}>
            {nameOf(key)}
          </option>
        ))}
      </select>
    </label>
  )
}
