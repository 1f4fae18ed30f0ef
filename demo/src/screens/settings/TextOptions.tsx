import { TextSizeChoice } from './TextSizeChoice.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'
import { TranslationChoice } from './TranslationChoice.tsx'
import { useRoute } from '../../routes/use-route.ts'
import { useWords } from '../../ui/hooks.ts'
import { OptionsSheet } from '../../ui/OptionsSheet.tsx'
import { ModeChoice } from '../../reading/mode/ModeChoice.tsx'

/** How the text is shown, changed while it is read. */
export function TextOptions({ onClose }: { readonly onClose: () => void }) {
  const { textOptions, closePanel } = useWords().reading
  return (
    <OptionsSheet title={textOptions} closes={closePanel} testId="text-options" onClose={onClose}>
      {useRoute().page !== 'page' && <ModeChoice name="mode-option" />}
      <TextSizeChoice hasSample={false} />
      <ThemeChoice />
      <TranslationChoice />
    </OptionsSheet>
  )
}
