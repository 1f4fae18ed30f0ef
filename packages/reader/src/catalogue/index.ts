/**
 * Names for display, kept on the device: of resources, their authors and languages, and of chapters. The engine asks for
 * them, so no page holds a token.
 */

// Catalogues
export { openCatalogue } from './open-catalogue.ts'
export type { CatalogueOptions } from './open-catalogue.ts'
export { storedNames } from './stored-names.ts'
export type { StoredNamesOptions } from './stored-names.ts'
export type { Catalogue } from './catalogue.ts'
export type { Observable } from '@waraq/client'

// What is in them
export { chaptersWithCore, describeResource } from './describe.ts'
export type { CatalogueContent, ChapterEntry, ResourceDescription } from './content.ts'
export { textLanguage } from './languages.ts'
export type { TextLanguage } from './languages.ts'
