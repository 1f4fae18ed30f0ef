import { TextSizeChoice } from './TextSizeChoice.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'
import { TranslationChoice } from './TranslationChoice.tsx'
import { useRoute } from '../../routes/use-route.ts'
import { useWords } from '../../ui/hooks.ts'
import { OptionsSheet } from '../../ui/OptionsSheet.tsx'
import { HidingChoice } from '../../reading/memorise/HidingChoice.tsx'
import { ModeChoice } from '../../reading/mode/ModeChoice.tsx'

/** Options of the text, which can be changed while it is read. */
export function TextOptions({ onClose }: { readonly onClose: () => void }) {
  const { textOptions, closePanel } = useWords().reading
  return (
    <OptionsSheet title={textOptions} closes={closePanel} testId="text-options" onClose={onClose}>
      {useRoute().page !== 'page' && (
        <>
          <ModeChoice name="mode-option" />
          <HidingChoice />
        </>
      )}
      <TextSizeChoice hasSample={false} />
      <ThemeChoice />
      <TranslationChoice />
    </OptionsSheet>
  )
}
