/** The entry point of what a page shows first: one answer from the library on the device, before the store's scripts are here. */
export { readOnce } from './store/read/read-once.ts'
export type { FirstReadOptions } from './store/read/read-once.ts'
export type { Row, StoreView } from './store/read/store-view.ts'
export type { ResourceInfo } from './store/read/resource-info.ts'
