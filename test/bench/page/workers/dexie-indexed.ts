import { expose } from 'comlink'
import { handleOf } from '../handle.ts'
import { dexieIndexed } from '../variants/dexie.ts'

expose(handleOf(dexieIndexed))
