import { describe, expect, it } from 'vitest'
import { isCommandKey, keyAction } from '../../demo/src/keys/key-names.ts'

const pressed = (key: string, code = '', shiftKey = false) => ({ key, code, shiftKey })

describe('a key', () => {
  it.each([
    ['j', 'KeyJ', false, 'down'],
    ['J', 'KeyJ', true, 'down'],
    // Of a layout with other Latin letters counts the letter, not its place.
    ['j', 'KeyC', false, 'down'],
    // Of an Arabic layout counts the place.
    ['ت', 'KeyJ', false, 'down'],
    ['ظ', 'Slash', false, 'commands'],
    ['؟', 'Slash', true, 'keys'],
    ['/', 'Digit7', true, 'commands'],
    [' ', 'Space', false, 'play'],
    ['x', 'KeyX', false, null],
    ['ArrowDown', 'ArrowDown', false, null],
    ['ش', 'KeyA', false, null],
  ])('%s at %s, shift: %s: %s', (key, code, shift, action) => {
    expect(keyAction(pressed(key, code, shift))).toBe(action)
  })
})

it.each([
  ['k', 'KeyK', { ctrlKey: true, metaKey: false }, true],
  ['k', 'KeyK', { ctrlKey: false, metaKey: true }, true],
  ['ن', 'KeyK', { ctrlKey: true, metaKey: false }, true],
  ['k', 'KeyK', { ctrlKey: false, metaKey: false }, false],
  ['j', 'KeyJ', { ctrlKey: true, metaKey: false }, false],
])('%s at %s with %j is the key of commands: %s', (key, code, held, is) => {
  expect(isCommandKey({ ...pressed(key, code), ...held })).toBe(is)
})
