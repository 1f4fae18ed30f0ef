import { themes } from '../../settings/settings.ts'
import { Choice } from '../../ui/Choice.tsx'
import { useSettings, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'

export function ThemeChoice() {
  const words = useWords()
  const { settings } = useReader()
  const { theme } = useSettings()
  return (
    <Choice
      legend={words.settings.theme}
      options={themes.map((each) => ({ value: each, label: words.settings.themes[each] }))}
      value={theme}
      onChange={(chosen) => settings.change({ theme: chosen })}
    />
  )
}
