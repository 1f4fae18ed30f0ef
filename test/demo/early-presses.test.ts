// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'
import { noteEarlyPresses } from '../../demo/src/first/early-presses.ts'

let root: HTMLElement
let heard: string[]
beforeEach(() => {
  root = document.createElement('div')
  root.innerHTML =
    '<button id="one">1</button><button id="two"><svg id="icon"></svg></button><p class="verse-arabic" id="verse"><span id="word"></span></p><a href="#on" id="link">on</a>'
  document.body.replaceChildren(root)
  heard = []
})

/** Returns whether the browser would have done something by itself. */
const press = (id: string) =>
  document.getElementById(id)!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))

const listen = () =>
  root.addEventListener('click', ({ target }) => void heard.push((target as HTMLElement).id))

it.each([
  ['a button', ['one'], ['one']],
  ['the last of two', ['one', 'icon'], ['two']],
  ['the text of a verse', ['one', 'word'], ['verse']],
  ['nothing', [], []],
])('%s that was pressed before React was there is pressed again', (_, early, again) => {
  const pressAgain = noteEarlyPresses(root)
  for (const id of early) expect(press(id)).toBe(false)
  listen()
  pressAgain()
  expect(heard).toEqual(again)
  // Later presses are React's.
  expect(press('one')).toBe(true)
})

it('a link works, and is not followed again; a button that is gone is not pressed', () => {
  const pressAgain = noteEarlyPresses(root)
  expect(press('link')).toBe(true)
  expect(press('one')).toBe(false)
  document.getElementById('one')!.remove()
  listen()
  pressAgain()
  expect(heard).toEqual([])
})
