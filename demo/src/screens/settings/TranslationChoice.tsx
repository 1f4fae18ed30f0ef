import type { ResourceKey } from '@waraq/protocol'
import { useInstalled } from '../../ui/use-installed.ts'
import { useNames } from '../../ui/use-names.ts'
import { useSettings, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'

/** Chooses which translations on this device are shown side by side. */
export function TranslationChoice() {
  const words = useWords()
  const { settings } = useReader()
  const { sideBySide } = useSettings()
  const nameOf = useNames()
  const here = useInstalled('translations')
  const isShown = (key: ResourceKey) => sideBySide === null || sideBySide.includes(key)
  const change = (key: ResourceKey) => {
    const shown = here.filter((each) => (each === key ? !isShown(each) : isShown(each)))
    settings.change({ sideBySide: shown.length === here.length ? null : shown })
  }
  return (
    <fieldset className="translation-choice">
      <legend>{words.settings.translations}</legend>
      <p className="hint">
        {here.length > 0 ? words.settings.translationsHint : words.settings.noTranslations}
      </p>
      {here.length > 0 && (
        <ul className="card">
          {here.map((key) => (
            <li key={key}>
              <label className="check-row">
                <span>{nameOf(key)}</span>
                <input
                  type="checkbox"
                  className="switch"
                  checked={isShown(key)}
                  onChange={() => change(key)}
                />
              </label>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
