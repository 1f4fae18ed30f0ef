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

function painted({ stored, dark, preferred }: Circumstances, hash = '', known = false) {
  const styles: Record<string, string> = {}
  const root = {
    lang: '',
    dir: '',
    dataset: {} as Record<string, string>,
    style: { setProperty: (name: string, value: string) => void (styles[name] = value) },
  }
  const links = ['text', 'page', 'first'].map((preload) => {
    const link = { dataset: { preload, rel: 'preload' }, is: preload, rel: '' }
    return Object.assign(link, { setAttribute: (_: string, value: string) => void (link.rel = value) })
  })
  const kept: Record<string, string | null> = {
    'waraq.settings.1': stored,
    'waraq.config.1': known ? '{}' : null,
  }
  runInNewContext(script, {
    document: { documentElement: root, querySelectorAll: () => links },
    location: { hash },
    localStorage: { getItem: (key: string) => kept[key] ?? null },
    matchMedia: () => ({ matches: dark }),
    navigator: { languages: preferred },
  })
  const { lang, dir, dataset } = root
  return {
    look: { lang, dir, theme: dataset['theme'], styles },
    preloaded: links.filter(({ rel }) => rel !== '').map(({ is }) => is),
  }
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
    ['', ['page', 'first'], ['page']],
    ['#/library', ['page', 'first'], ['page']],
    // The text comes before what makes the page, where it may be here.
    ['#/chapter/2/255', ['text', 'page', 'first'], ['text']],
    ['#/juz/30', ['text', 'page', 'first'], ['text', 'page']],
    ['#/page/3', ['text', 'page', 'first'], ['text', 'page']],
  ])('at "%s" preloads what the address needs at once', (hash, first, again) => {
    const newcomer = { stored: null, dark: false, preferred: [] }
    expect(painted(newcomer, hash).preloaded).toEqual(first)
    expect(painted(newcomer, hash, true).preloaded).toEqual(again)
  })

  it('comes also where nothing may be stored', () => {
    const refuse = () => {
      throw new Error('SecurityError')
    }
    const root = { dataset: {} as Record<string, string>, style: { setProperty: () => undefined } }
    runInNewContext(script, {
      document: { documentElement: root, querySelectorAll: () => [] },
      location: { hash: '' },
      localStorage: { getItem: refuse },
      matchMedia: () => ({ matches: true }),
      navigator: { languages: ['en'] },
    })
    expect(root.dataset['theme']).toBe('dark')
  })
})
