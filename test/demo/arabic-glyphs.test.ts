import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { endMark } from '../../demo/src/reading/arabic-text.ts'
import { sampleResources } from '../../packages/sandbox/src/content/sample-resources.ts'
import { charactersOf } from './font-characters.ts'

/** The face of the Arabic text: it has a glyph for each character of each text, so that no word falls back to another face. */

const styles = readFileSync(new URL('../../demo/src/styles/fonts.css', import.meta.url), 'utf8')
const [face = ''] = styles.split('@font-face').filter((each) => each.includes('Scheherazade New'))
const require = createRequire(new URL('../../demo/package.json', import.meta.url))
const characters = charactersOf(readFileSync(require.resolve(/url\('([^']+)'\)/.exec(face)![1]!)))

/** The characters for which the browser uses the face at all. */
const ranges = [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, from, to = from]) =>
  [from, to].map((hex) => Number.parseInt(hex!, 16)),
)
const isInRange = (code: number) => ranges.some(([from, to]) => code >= from! && code <= to!)

const chapters = Array.from({ length: 114 }, (_, index) => index + 1)
/** Letters and marks of the Arabic script. Spaces and punctuation of other scripts come from the device. */
const isArabic = (character: string) =>
  /[\p{Script=Arabic}\p{Script=Inherited}\u0600-\u06ff]/u.test(character)

function textsOf(group: string, id: number): string[] {
  const { rows, contentId } = sampleResources.find((each) => each.group === group && each.id === id)!
  return rows({ seed: 1, id, contentId, chapters, audioOrigin: '' }).flatMap((row) =>
    ['text', 'text_uthmani', 'name_arabic'].flatMap((field) =>
      typeof row[field] === 'string' ? [row[field]] : [],
    ),
  )
}

/** Characters that the face does not draw, as code points. */
function missingIn(texts: readonly string[]): string[] {
  const all = new Set(texts.flatMap((text) => [...text]))
  return [...all]
    .filter(isArabic)
    .filter((each) => !characters.has(each.codePointAt(0)!) || !isInRange(each.codePointAt(0)!))
    .map((each) => each.codePointAt(0)!.toString(16))
}

/** Texts in Arabic script. The other mushaf has fonts of its own, which the sandbox makes for its words. */
const arabicScript = ['ar', 'ur', 'fa']
const drawn = sampleResources
  .filter(({ language }) => arabicScript.includes(language.iso))
  .filter(({ group }) => ['quran_core', 'mushafs', 'translations', 'tafsirs'].includes(group))
  .filter(({ group, id }) => group !== 'mushafs' || id !== 2)

describe('the face of the Arabic text', () => {
  it.each(drawn.map(({ group, id }) => [group, id] as const))('draws all of %s:%i', (group, id) => {
    const texts = textsOf(group, id)
    expect(texts.length).toBeGreaterThan(6_000)
    expect(missingIn(texts)).toEqual([])
  })

  it('draws the number of each verse in its sign', () => {
    expect(missingIn(['٠١٢٣٤٥٦٧٨٩'].map(endMark))).toEqual([])
  })

  it('is read as it is: a letter has a glyph, and one of another script has none', () => {
    expect([0x0628, 0x4e00].map((code) => characters.has(code))).toEqual([true, false])
  })
})
