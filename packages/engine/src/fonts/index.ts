/**
 * Fonts kept with the text: the fonts of mushafs in Cache Storage, checked against their rows, for pages that show mushafs
 * offline. Fetched by the pages that open this door, from listed hosts alone; not by the engine's worker, nor by a service
 * worker. License and attribution come with each font, for the page to show.
 */
export { openFonts } from './fonts.ts'
export type { Fonts } from './fonts.ts'
export type { FontsOptions } from './options.ts'
export type { PageFont } from './font-face.ts'
export type { FontsStatus } from './report.ts'
export type { FontAsset } from '../readers/fonts.ts'
