import { parseResourceKey, resourceKey, type ResourceKey } from '@waraq/protocol'
import { mushafPageOf } from 'waraq/quran'
import { useStore } from 'waraq/react'
import { useMushaf, useMushafs } from '../../reading/use-mushaf.ts'
import { pageHref } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { ResourceSelect } from '../../ui/ResourceSelect.tsx'
import { useNames } from '../../ui/use-names.ts'

/** Chooses the mushaf whose pages are shown, if several are on this device. */
export function MushafChoice({ verseKey }: { readonly verseKey: string | null }) {
  const words = useWords()
  const { settings } = useReader()
  const nameOf = useNames()
  const here = useMushafs()
  const shown = resourceKey(useMushaf())
  const store = useStore()
  if (here.length < 2) return null
  // Pages of each mushaf start at other verses, so the verse is kept, not the page number.
  const choose = async (chosen: ResourceKey) => {
    const of = parseResourceKey(chosen)
    const asked = of && verseKey !== null ? store?.query(mushafPageOf(of, verseKey)) : undefined
    const page = await asked?.catch(() => undefined)
    settings.change({ mushaf: chosen })
    if (page !== undefined) location.replace(pageHref(page))
  }
  return (
    <ResourceSelect
      className="select"
      label={words.reading.mushaf}
      keys={here}
      value={shown}
      nameOf={nameOf}
      onChoose={(key) => void choose(key)}
    />
  )
}
