import type { Observable } from '../observable.ts'
import { directions } from '../words/language.ts'
import type { SettingsValue } from './settings-store.ts'

type Look = Pick<SettingsValue, 'spoken' | 'theme' | 'arabicSize' | 'translationSize'>

/**
 * Sets the settings on the page's root element, where the styles read them. `public/first-paint.js` does the same before
 * the first paint.
 */
function apply({ spoken, theme, arabicSize, translationSize }: Look, dark: boolean): void {
  const root = document.documentElement
  root.lang = spoken
  root.dir = directions[spoken]
  root.dataset['theme'] = theme === 'system' ? (dark ? 'dark' : 'light') : theme
  root.style.setProperty('--arabic-scale', String(arabicSize))
  root.style.setProperty('--translation-scale', String(translationSize))
  colourBrowser(root)
}

/** Gives the browser's own bars the colour of the page. */
function colourBrowser(root: HTMLElement): void {
  const paper = getComputedStyle(root).getPropertyValue('--paper').trim()
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper)
}

/** Applies the settings to the page now and whenever they change. */
export function applySettings(settings: Observable<Look>): void {
  const darkness = matchMedia('(prefers-color-scheme: dark)')
  const renew = () => apply(settings.get(), darkness.matches)
  settings.subscribe(renew)
  darkness.addEventListener('change', renew)
  renew()
}
