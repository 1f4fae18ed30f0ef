import { expose } from 'comlink'
import { handleOf } from '../handle.ts'
import { raw } from '../variants/raw.ts'

expose(handleOf(raw))
