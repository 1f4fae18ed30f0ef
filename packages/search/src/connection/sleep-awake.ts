export { sleepAwake } from '@waraq/client'
