/**
 * Names for display, kept on the device: of resources, their authors and languages, and of chapters. `openCatalogue` where
 * a token may be held, `connectCatalogue` in a page.
 */

// Catalogues
export { openCatalogue } from './open-catalogue.ts'
export type { CatalogueOptions, KeepOptions } from './open-catalogue.ts'
export { connectCatalogue } from './connect-catalogue.ts'
export type { ConnectCatalogueOptions } from './connect-catalogue.ts'
export type { Catalogue, RefreshOptions } from './catalogue.ts'
export type { Observable } from './observable.ts'

// What is in them
export { chaptersWithCore, describeResource } from './describe.ts'
export type {
  CatalogueContent,
  CatalogueList,
  CatalogueProblem,
  ChapterEntry,
  ResourceDescription,
} from './content.ts'
export { textLanguage } from './languages.ts'
export type { TextLanguage } from './languages.ts'
