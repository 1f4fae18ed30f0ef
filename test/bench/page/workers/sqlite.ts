import { expose } from 'comlink'
import { handleOf } from '../handle.ts'
import { sqlite } from '../variants/sqlite.ts'

expose(handleOf(sqlite))
