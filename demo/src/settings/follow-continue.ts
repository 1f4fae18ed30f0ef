import type { Observable } from '../observable.ts'
import { continueHref } from './place-href.ts'
import type { Settings } from './settings.ts'

/** The address of the shortcut that the installed app has on its icon. It leads to the last place and is none itself. */
const address = '#/continue'

/** Replaces that address by the one of the last place: now, and when the shortcut comes to a page that is open already. */
export function followContinue(settings: Observable<Pick<Settings, 'places'>>): void {
  const follow = () => {
    if (location.hash === address) location.replace(continueHref(settings.get().places))
  }
  follow()
  addEventListener('hashchange', follow)
}
