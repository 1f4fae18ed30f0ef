import { pageHref } from '../../routes/route.ts'
import { modes } from '../../settings/settings.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useMode, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'

/**
 * Chooses how the verses are read: with translations, only the Arabic text, or word by word. Includes a link to `page` of
 * the mushaf if it is given. `isTitled`: shows what is chosen, where no text does.
 */
export function ModeChoice(props: {
  readonly name: string
  readonly page?: number | undefined
  readonly isTitled?: boolean
}) {
  const { name, page, isTitled = false } = props
  const { mode: legend, modes: names, mushaf } = useWords().reading
  const { settings } = useReader()
  return (
    <Choice
      legend={legend}
      name={name}
      hideLegend={!isTitled}
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
