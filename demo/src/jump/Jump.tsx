import { later } from '../shell/later.tsx'
import { useObservable } from '../ui/hooks.ts'
import { jumping, jumpings, type Jumping } from '../ui/jumping.ts'
import { useOverlayEntry, useReopening } from '../ui/use-overlay-entry.ts'

const JumpDialog = later(() => import('./JumpDialog.tsx').then((jump) => jump.JumpDialog))
const KeysHelp = later(() => import('../keys/KeysHelp.tsx').then((help) => help.KeysHelp))
const TextOptions = later(() =>
  import('../screens/settings/TextOptions.tsx').then((text) => text.TextOptions),
)

const forget = () => jumping.set({ open: null })

const reopen = (shown: string) => jumping.set({ open: jumpings.find((each) => each === shown) ?? null })

/** Shows the places to go to, the commands, the list of keys or the options of the text while one of them is open. */
export function Jump() {
  const { open } = useObservable(jumping)
  useReopening('jump', reopen)
  return open && <Open open={open} />
}

function Open({ open }: { readonly open: Jumping }) {
  const { close, closeThen } = useOverlayEntry('jump', open, { onClose: forget })
  if (open === 'keys') return <KeysHelp onClose={close} />
  if (open === 'text') return <TextOptions onClose={close} />
  return <JumpDialog open={open} onClose={close} closeThen={closeThen} />
}
