import { useWords } from '../../ui/hooks.ts'
import { Screen } from '../../ui/Screen.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { TextSizeChoice } from './TextSizeChoice.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'
import { TranslationChoice } from './TranslationChoice.tsx'

export function SettingsPage() {
  const words = useWords()
  return (
    <Screen title={words.settings.title} name="settings">
      <LanguageChoice />
      <ThemeChoice />
      <TextSizeChoice />
      <TranslationChoice />
      <p className="hint">{words.settings.kept}</p>
    </Screen>
  )
}
