/**
 * The fonts of mushafs in Cache Storage, checked against their rows, for pages that show mushafs offline. The pages that open
 * this door fetch them, from listed hosts only; the engine's worker and service workers do not. License and attribution come
 * with each font, for the page to show.
 */
export { openFonts } from './fonts.ts'
export type { Fonts } from './fonts.ts'
export type { FontsOptions } from './options.ts'
export type { PageFont } from './font-face.ts'
export type { FontsStatus } from './report.ts'
export type { FontAsset } from '../readers/fonts.ts'
