import { later } from '../shell/later.tsx'
import { useObservable } from '../ui/hooks.ts'
import { jumping } from '../ui/jumping.ts'

const JumpDialog = later(() => import('./JumpDialog.tsx').then((jump) => jump.JumpDialog))
const KeysHelp = later(() => import('../keys/KeysHelp.tsx').then((help) => help.KeysHelp))

const close = () => jumping.set({ open: null })

/** The ways to other places, to what can be done, and the list of keys, while one of them is open. */
export function Jump() {
  const { open } = useObservable(jumping)
  if (open === null) return null
  return open === 'keys' ? <KeysHelp onClose={close} /> : <JumpDialog open={open} onClose={close} />
}
