import { useWords, useSettings } from '../../ui/hooks.ts'
import { Screen } from '../../ui/Screen.tsx'
import { ModeChoice } from '../../reading/mode/ModeChoice.tsx'
import { TextSizeChoice } from './TextSizeChoice.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'
import { TranslationChoice } from './TranslationChoice.tsx'
import { useReader } from '../../ui/reader-context.ts'
import { syncHref } from '../../routes/route.ts'
import { ForwardIcon } from '../../ui/Icons.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { languages, ownNames } from '../../words/language.ts'

export function SettingsPage() {
  const words = useWords()
  return (
    <Screen title={words.settings.title} name="settings">
      <LanguageChoice />
      <ThemeChoice />
      <ModeChoice name="mode-setting" isTitled />
      <TextSizeChoice />
      <TranslationChoice />
      <p className="hint">{words.settings.kept}</p>
      <DevelopersLink />
    </Screen>
  )
}

function DevelopersLink() {
  const words = useWords()
  return (
    <ul className="card more-links">
      <li>
        <a href={syncHref} data-testid="developers-link">
          <span className="more-words">
            <span>{words.settings.developers}</span>
            <span className="hint">{words.settings.developersAbout}</span>
          </span>
          <ForwardIcon />
        </a>
      </li>
    </ul>
  )
}

function LanguageChoice() {
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
