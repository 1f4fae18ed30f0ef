// Runs before the first paint, so that no page flashes in the wrong theme, language or direction. The reader itself does
// the same a moment later, from the checked settings (src/settings/apply-settings.ts). Also preloads what the
// address needs at once.
;(() => {
  const root = document.documentElement
  /** @type {Record<string, unknown>} */
  let settings = {}
  let isKnown = false
  try {
    isKnown = localStorage.getItem('waraq.config.1') !== null
    settings = JSON.parse(localStorage.getItem('waraq.settings.1') ?? '{}') ?? {}
  } catch {
    // The defaults stay.
  }
  const { theme, language, arabicSize, translationSize } = settings
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const chosen = ['light', 'sepia', 'dark'].find((known) => known === theme)
  root.dataset['theme'] = chosen ?? (isDark ? 'dark' : 'light')
  const spoken = [language, ...navigator.languages.map((tag) => tag.toLowerCase().split('-')[0])].find(
    (tag) => tag === 'en' || tag === 'ar',
  )
  root.lang = spoken === 'ar' ? 'ar' : 'en'
  root.dir = spoken === 'ar' ? 'rtl' : 'ltr'
  for (const [name, size] of [
    ['--arabic-scale', arabicSize],
    ['--translation-scale', translationSize],
  ]) {
    const isSize = typeof size === 'number' && size >= 0.85 && size <= 2
    root.style.setProperty(String(name), String(isSize ? size : 1))
  }
  // A reader who was here before may have the text of the address: it is written before what makes the page is loaded.
  const isText = /^#\/(chapter|juz|page)\//.test(location.hash)
  const mayBeHere = location.hash.startsWith('#/chapter/') && isKnown
  /** @type {Record<string, boolean>} */
  const isWanted = { text: isText, page: !mayBeHere, first: !isKnown }
  /** @type {NodeListOf<HTMLLinkElement>} */
  const links = document.querySelectorAll('link[data-preload]')
  for (const link of links) {
    if (isWanted[String(link.dataset['preload'])]) link.setAttribute('rel', String(link.dataset['rel']))
  }
})()
