// Runs before the first paint, so that no page flashes in the wrong theme, language or direction. The reader itself does
// the same a moment later, from the checked settings (src/settings/apply-settings.ts). Also preloads the font of the text, which
// other screens do not need.
;(() => {
  const root = document.documentElement
  /** @type {Record<string, unknown>} */
  let settings = {}
  try {
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
  if (/^#\/(chapter|juz|page)\//.test(location.hash))
    for (const link of document.querySelectorAll('link[data-of="text"]')) link.setAttribute('rel', 'preload')
})()
