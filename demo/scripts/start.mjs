import { resourceGroups } from '@waraq/contract'
import { startDemo } from './serve.mjs'

const preferred = { reader: 4173, relay: 4174, sandbox: 4175 }

/** All that the sandbox has, the glyph mushaf, too. */
const resources = resourceGroups
  .map((group) => (group === 'mushafs' ? 'mushafs:1,2' : `${group}:*`))
  .join(';')

const demo = await startDemo({ ports: preferred, content: { resources } })

console.log(`Content service  ${demo.contentRoot}  (sandbox)`)
console.log(`Token relay      ${demo.relay}`)
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
