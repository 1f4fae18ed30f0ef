import fc from 'fast-check'
import { expect, it } from 'vitest'
import { caseAt, shrink } from './shrink.ts'

const numbers = fc.integer({ min: 0, max: 1_000_000 })
const fails = (number: number) => number > 10

async function failing(): Promise<{ readonly seed: number; readonly path: string }> {
  const property = fc.property(numbers, (number) => !fails(number))
  const { seed, counterexamplePath } = await fc.check(property, { seed: 1, endOnFailure: true })
  return { seed, path: counterexamplePath! }
}

it('ends no earlier than the case that it tries, though its time is over', async () => {
  let running = 0
  const live = async (number: number) => {
    running += 1
    await new Promise((resolve) => setTimeout(resolve, 20))
    running -= 1
    if (fails(number)) throw new Error('fails')
  }
  await shrink(numbers, live, await failing(), 5)
  expect(running).toBe(0)
})

it('finds the same case again by seed and path', async () => {
  const live = (number: number) => (fails(number) ? Promise.reject(new Error('fails')) : Promise.resolve())
  const { seed, counterexamplePath, counterexample } = await shrink(numbers, live, await failing())
  expect(counterexample).toEqual([11])
  expect(caseAt(numbers, { seed, path: counterexamplePath! })).toBe(11)
})
