import { afterEach, describe, expect, it } from 'vitest'
import { createBench, type Bench } from '../bench.test-support.ts'

let bench: Bench | undefined
afterEach(async () => {
  await bench?.close()
  bench = undefined
})

describe('secrets', () => {
  it('no access token is in any table', async () => {
    bench = createBench()
    const tokens: string[] = []
    const engine = bench.newEngine({
      tokens: {
        get: async () => {
          const token = await bench!.sandbox.accessToken()
          tokens.push(token.token)
          return token
        },
      },
    })
    await engine.subscribe('translations:20')
    await engine.sync()
    expect(tokens.length).toBeGreaterThan(0)
    const dump = JSON.stringify(await Promise.all(bench.db.tables.map((table) => table.toArray())))
    expect(dump).toContain('translations:20')
    for (const token of tokens) expect(dump).not.toContain(token)
  })
})
