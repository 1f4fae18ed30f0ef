import type { Observable } from '../observable.ts'
import { directions } from '../words/language.ts'
import type { SettingsValue } from './settings-store.ts'

type Look = Pick<SettingsValue, 'spoken' | 'theme' | 'arabicSize' | 'translationSize'>

/** What the styles know of the settings, at the root of the page. `public/first-paint.js` does the same before the first paint. */
function apply({ spoken, theme, arabicSize, translationSize }: Look, dark: boolean): void {
  const root = document.documentElement
  root.lang = spoken
  root.dir = directions[spoken]
  root.dataset['theme'] = theme === 'system' ? (dark ? 'dark' : 'light') : theme
  root.style.setProperty('--arabic-scale', String(arabicSize))
  root.style.setProperty('--translation-scale', String(translationSize))
  colourBrowser(root)
}

/** The bars of the browser take the colour of the page. */
function colourBrowser(root: HTMLElement): void {
  const paper = getComputedStyle(root).getPropertyValue('--paper').trim()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper)
}

/** Keeps the page as the settings say. */
export function applySettings(settings: Observable<Look>): void {
  const darkness = matchMedia('(prefers-color-scheme: dark)')
  const renew = () => apply(settings.get(), darkness.matches)
  settings.subscribe(renew)
  darkness.addEventListener('change', renew)
  renew()
}
