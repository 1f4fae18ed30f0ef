/**
 * The catalogue's worker door. Importing this module in a module worker lets the page that started it fetch names by
 * `connectCatalogue` of `@waraq/engine/catalogue`: names need a token, and the page must not hold one.
 */
import { exposeInWorker } from '../link/expose-in-worker.ts'
import { catalogueDoor } from './door.ts'

exposeInWorker(catalogueDoor)
