/** The door of what a page shows first: one answer from the library on the device, before the store's scripts are here. */
export { firstRead } from './read/first-read.ts'
export type { FirstReadOptions } from './read/first-read.ts'
export type { Row, StoreView } from './read/store-view.ts'
export type { ResourceInfo } from './read/resource-info.ts'
