import { useSettings, useWords } from '../../ui/hooks.ts'
import { useReader } from '../../ui/reader-context.ts'
import { Choice } from '../../ui/Choice.tsx'
import { languages, ownNames } from '../../words/language.ts'

export function LanguageChoice() {
  const words = useWords()
  const { settings } = useReader()
  const { spoken } = useSettings()
  return (
    <Choice
      legend={words.settings.language}
      options={languages.map((language) => ({ value: language, label: ownNames[language], lang: language }))}
      value={spoken}
      onChange={(language) => settings.change({ language })}
    />
  )
}
