export { unlessAborted } from '@waraq/client'
