import { pageHref } from '../../routes/route.ts'
import { modes } from '../../settings/settings.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useMode, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'

/**
 * How the verses are read: with translations, the Arabic text alone, or word by word; and the way to the page of the mushaf, where
 * one is named.
 */
export function ModeChoice({ name, page }: { readonly name: string; readonly page?: number | undefined }) {
  const { mode: legend, modes: names, mushaf } = useWords().reading
  const { settings } = useReader()
  return (
    <Choice
      legend={legend}
      name={name}
      hideLegend
      options={modes.map((each) => ({ value: each, label: names[each] }))}
      value={useMode()}
      onChange={(mode) => settings.change({ mode })}
      more={
        page !== undefined && (
          <a className="choice-option" href={pageHref(page)}>
            <span>{mushaf}</span>
          </a>
        )
      }
    />
  )
}
