import { expose } from 'comlink'
import { handleOf } from '../handle.ts'
import { dexie } from '../variants/dexie.ts'

expose(handleOf(dexie))
