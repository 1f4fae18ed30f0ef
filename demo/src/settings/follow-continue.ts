import type { Observable } from '../observable.ts'
import { continueHref } from './place-href.ts'
import type { Settings } from './settings.ts'

/** The address of the shortcut on the installed app's icon. It leads to the last place, and never counts as a place itself. */
const address = '#/continue'

/** Replaces that address with the address of the last place: now, and when the shortcut opens in a page that is already open. */
export function followContinue(settings: Observable<Pick<Settings, 'places'>>): void {
  const follow = () => {
    if (location.hash === address) location.replace(continueHref(settings.get().places))
  }
  follow()
  addEventListener('hashchange', follow)
}
