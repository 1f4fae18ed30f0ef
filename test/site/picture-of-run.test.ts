import { expect, it } from 'vitest'
import { arrowsOf, commonOf, pictureOfRun, waysOf } from '../../packages/site/src/picture-of-run.mjs'

const source = `
function toWork(state) { return { state: { ...state, phase: 'working' } } }
function settle(state) { return { state: { ...state, phase: 'over' } } }
const onFailed = (state, { error }) => (error.again ? toWork(state) : settle(state))
function impossible(state) { return settle(state) }
export const transitions: Table = {
  opening: { opened: (state) => toWork(state), done: impossible, failed: onFailed },
  working: { opened: impossible, done: (state, { more }) => (more ? toWork : settle)(state), failed: onFailed },
  over: { opened: stays, done: stays, failed: stays },
}
`

it('a cell leads to each phase that the functions it uses set; one that cannot come about leads nowhere', () => {
  expect(waysOf(source).phases).toEqual(['opening', 'working', 'over'])
  expect(waysOf(source).ways).toEqual([
    { from: 'opening', event: 'opened', to: ['working'] },
    { from: 'opening', event: 'failed', to: ['working', 'over'] },
    { from: 'working', event: 'done', to: ['working', 'over'] },
    { from: 'working', event: 'failed', to: ['working', 'over'] },
  ])
})

it('what leads alike from each phase is said once', () => {
  expect(commonOf(waysOf(source).ways)).toEqual([{ event: 'failed', to: ['over', 'working'] }])
})

it('events that lead from one phase to the same other one share an arrow', () => {
  const ways = [
    { from: 'a', event: 'one', to: ['b'] },
    { from: 'a', event: 'two', to: ['b', 'a'] },
  ]
  expect(arrowsOf(ways)).toEqual([
    { from: 'a', to: 'b', events: ['one', 'two'] },
    { from: 'a', to: 'a', events: ['two'] },
  ])
})

it('the picture has a box for each phase and an arrow for each way, and says them', () => {
  const picture = pictureOfRun(source)
  expect(picture.match(/<rect/g)).toHaveLength(3)
  expect(picture.match(/marker-end/g)).toHaveLength(3)
  expect(picture).toContain('done: from working to over')
  expect(picture).toContain('`failed` to over, working')
})

it('a machine that is written in another way is no empty picture', () => {
  expect(() => waysOf('export const table = {}')).toThrowError('not written as it was')
})
