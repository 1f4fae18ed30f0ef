import { startExample } from './serve.mjs'

const example = await startExample({ port: Number(process.env['PORT'] ?? 4183) })
console.log(`Open  ${example.url}`)
console.log('Stop with Ctrl+C.')

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    void example.close().then(() => process.exit(0))
  })
}
