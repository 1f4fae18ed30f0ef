import { expose } from 'comlink'
import { handleOf } from '../handle.ts'
import { rxdb } from '../variants/rxdb.ts'

expose(handleOf(rxdb))
