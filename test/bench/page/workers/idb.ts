import { expose } from 'comlink'
import { handleOf } from '../handle.ts'
import { idb } from '../variants/idb.ts'

expose(handleOf(idb))
