import { expose } from 'comlink'
import { handleOf } from '../handle.ts'
import { waraq } from '../variants/waraq.ts'

expose(handleOf(waraq))
