import { expect, it } from 'vitest'
import { directNeeds, levelsOf, pictureOfPackages } from '../../packages/site/src/picture-of-packages.mjs'

const packages = [
  { name: 'ground', needs: [] },
  { name: 'middle', needs: ['ground'] },
  { name: 'top', needs: ['ground', 'middle'] },
]

it('a package stands above all that it needs', () => {
  expect([...levelsOf(packages)]).toEqual([
    ['ground', 0],
    ['middle', 1],
    ['top', 2],
  ])
})

it('lines are drawn for what no other need brings along', () => {
  expect(directNeeds(packages)).toEqual([
    { from: 'middle', to: 'ground' },
    { from: 'top', to: 'middle' },
  ])
})

it('the picture has a box for each and a line for each need, and says them', () => {
  const picture = pictureOfPackages(packages)
  expect(picture.match(/<rect/g)).toHaveLength(3)
  expect(picture.match(/<path/g)).toHaveLength(2)
  expect(picture).toContain('top needs middle')
})
