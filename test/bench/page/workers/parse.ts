import { expose } from 'comlink'
import { handleOf } from '../handle.ts'
import { parse } from '../variants/parse.ts'

expose(handleOf(parse))
