import { CatalogueItem, Chapter } from '@waraq/contract'
import { listAsStored, type ReadList } from './lists.ts'

/** Checks a stored list as strictly as a fetched one. Undefined where it is no list. */
export const checkedList: ReadList = (list, stored) => {
  const found = listAsStored(list, stored)
  const schema = list === 'chapters' ? Chapter : CatalogueItem
  return found?.items.every((item) => schema.safeParse(item).success) ? found : undefined
}
