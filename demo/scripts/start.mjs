import { parseArgs } from 'node:util'
import { resourceGroups } from '@waraq/protocol'
import { startDemo } from './serve.mjs'

const preferred = { reader: 4173, relay: 4174, sandbox: 4175 }

/** All resources of the sandbox, including the glyph mushaf. */
const resources = resourceGroups
  .map((group) => (group === 'mushafs' ? 'mushafs:1,2' : `${group}:*`))
  .join(';')

/** With `--relay proxy`, the reader's own server sends the requests to the service, and no token leaves that server. */
const { relay } = parseArgs({ options: { relay: { type: 'string', default: 'tokens' } } }).values
if (relay !== 'tokens' && relay !== 'proxy') throw new Error('--relay takes tokens or proxy.')

const demo = await startDemo({ ports: preferred, content: { resources }, relay })

console.log(`Content service  ${demo.contentRoot}  (sandbox)`)
console.log(`${relay === 'proxy' ? 'Proxy       ' : 'Token relay '}     ${demo.relay}`)
if (new URL(demo.url).port !== String(preferred.reader)) {
  console.log(
    'A usual port is taken, so free ones are used. Content kept at the usual address is not seen here.',
  )
}
console.log('Stop with Ctrl+C: what was synced stays readable at the same address.')
console.log(`\nOpen  ${demo.url}\n`)

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    void demo.close().then(() => process.exit(0))
  })
}
