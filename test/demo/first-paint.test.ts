import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { parseSettings, textSizes, themes } from '../../demo/src/settings/settings.ts'
import { directions, languages, preferredLanguage } from '../../demo/src/words/language.ts'

/**
 * The script before the first paint cannot share code with the reader; here it is held against it: both make the same page of any
 * stored text.
 */

const script = readFileSync(
  fileURLToPath(new URL('../../demo/public/first-paint.js', import.meta.url)),
  'utf8',
)

interface Circumstances {
  readonly stored: string | null
  readonly dark: boolean
  readonly preferred: readonly string[]
}

function painted({ stored, dark, preferred }: Circumstances, hash = '') {
  const styles: Record<string, string> = {}
  const root = {
    lang: '',
    dir: '',
    dataset: {} as Record<string, string>,
    style: { setProperty: (name: string, value: string) => void (styles[name] = value) },
  }
  const link = { rel: '', setAttribute: (_: string, value: string) => void (link.rel = value) }
  runInNewContext(script, {
    document: { documentElement: root, querySelectorAll: () => [link] },
    location: { hash },
    localStorage: { getItem: (key: string) => (key === 'waraq.settings.1' ? stored : null) },
    matchMedia: () => ({ matches: dark }),
    navigator: { languages: preferred },
  })
  const { lang, dir, dataset } = root
  return { look: { lang, dir, theme: dataset['theme'], styles }, font: link.rel }
}

function expected({ stored, dark, preferred }: Circumstances) {
  const { language, theme, arabicSize, translationSize } = parseSettings(stored)
  const lang = language ?? preferredLanguage(preferred)
  return {
    lang,
    dir: directions[lang],
    theme: theme === 'system' ? (dark ? 'dark' : 'light') : theme,
    styles: { '--arabic-scale': String(arabicSize), '--translation-scale': String(translationSize) },
  }
}

const stored = [
  null,
  '',
  '{',
  'null',
  '7',
  '{"theme":"blue","language":"fr","arabicSize":9,"translationSize":"1"}',
  ...themes.map((theme) => JSON.stringify({ theme })),
  ...languages.map((language) => JSON.stringify({ language })),
  ...textSizes.map((size) => JSON.stringify({ arabicSize: size, translationSize: size })),
]

describe('the first paint', () => {
  it.each(stored)('is that of the reader, with %s stored', (text) => {
    for (const dark of [true, false]) {
      for (const preferred of [['ar-EG'], ['fr', 'en-GB', 'ar'], ['de'], []]) {
        const circumstances = { stored: text, dark, preferred }
        expect(painted(circumstances).look).toEqual(expected(circumstances))
      }
    }
  })

  it.each([
    ['', ''],
    ['#/', ''],
    ['#/library', ''],
    ['#/chapter/2/255', 'preload'],
    ['#/juz/30', 'preload'],
    ['#/page/3', 'preload'],
  ])('at "%s" preloads the font of the text, or leaves it for later', (hash, rel) => {
    expect(painted({ stored: null, dark: false, preferred: [] }, hash).font).toBe(rel)
  })

  it('comes also where nothing may be stored', () => {
    const refuse = () => {
      throw new Error('SecurityError')
    }
    const root = { dataset: {} as Record<string, string>, style: { setProperty: () => undefined } }
    runInNewContext(script, {
      document: { documentElement: root },
      location: { hash: '' },
      localStorage: { getItem: refuse },
      matchMedia: () => ({ matches: true }),
      navigator: { languages: ['en'] },
    })
    expect(root.dataset['theme']).toBe('dark')
  })
})
