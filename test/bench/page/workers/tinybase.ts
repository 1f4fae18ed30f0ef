import { expose } from 'comlink'
import { handleOf } from '../handle.ts'
import { tinybase } from '../variants/tinybase.ts'

expose(handleOf(tinybase))
