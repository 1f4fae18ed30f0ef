import { expose } from 'comlink'
import { handleOf } from '../handle.ts'
import { pouchdb } from '../variants/pouchdb.ts'

expose(handleOf(pouchdb))
