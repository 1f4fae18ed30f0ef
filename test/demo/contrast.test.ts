import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** Text and controls can be told from what they stand on, in each theme: WCAG 2.2, 1.4.3 (AA) and 1.4.11. */

const css = readFileSync(fileURLToPath(new URL('../../demo/src/styles/themes.css', import.meta.url)), 'utf8')

type Colours = Readonly<Record<string, string>>

/** The colours that a rule sets. */
function coloursOf(text: string, selector: string): Colours {
  const rule = new RegExp(`${selector.replaceAll(/[[\]]/g, String.raw`\$&`)} \\{([^}]*)\\}`).exec(text)?.[1]
  const found = (rule ?? '').matchAll(/--([a-z-]+): (#[0-9a-f]{6});/g)
  return Object.fromEntries(Array.from(found, ([, name, colour]) => [name!, colour!]))
}

const [usual = '', more = ''] = css.split('@media (prefers-contrast: more)')
const light = coloursOf(usual, ':root')
const sepia = { ...light, ...coloursOf(usual, "[data-theme='sepia']") }
const dark = { ...light, ...coloursOf(usual, "[data-theme='dark']") }
const themes: readonly (readonly [string, Colours])[] = [
  ['light', light],
  ['sepia', sepia],
  ['dark', dark],
  ['light, more contrast', { ...light, ...coloursOf(more, ':root') }],
  // Rules of the same weight: the later one counts.
  ['sepia, more contrast', { ...sepia, ...coloursOf(more, ':root') }],
  [
    'dark, more contrast',
    { ...dark, ...coloursOf(more, ':root'), ...coloursOf(more, "[data-theme='dark']") },
  ],
]

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(one: string, other: string): number {
  const [lesser, greater] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (greater! + 0.05) / (lesser! + 0.05)
}

const text: readonly (readonly [string, string])[] = [
  ...['paper', 'card', 'sunken', 'amber-tint', 'leaf-tint'].map((on) => ['ink', on] as const),
  ...['paper', 'card', 'sunken'].map((on) => ['soft', on] as const),
  ...['paper', 'card', 'sunken', 'leaf-tint'].map((on) => ['leaf', on] as const),
  ...['paper', 'card', 'amber-tint'].map((on) => ['amber', on] as const),
  ...['card', 'amber-tint'].map((on) => ['red', on] as const),
  ['leaf-ink', 'leaf'],
]
const lines: readonly (readonly [string, string])[] = [
  ...['paper', 'card'].map((on) => ['control', on] as const),
  ...['paper', 'card', 'sunken'].map((on) => ['focus', on] as const),
]

describe.each(themes)('the theme %s', (_, colours) => {
  it.each(text)('has %s to be read on %s', (ink, paper) => {
    expect(contrast(colours[ink]!, colours[paper]!)).toBeGreaterThanOrEqual(4.5)
  })

  it.each(lines)('has %s to be seen on %s', (line, paper) => {
    expect(contrast(colours[line]!, colours[paper]!)).toBeGreaterThanOrEqual(3)
  })
})
