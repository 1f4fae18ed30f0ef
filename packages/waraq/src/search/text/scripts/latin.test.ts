import { expect, it } from 'vitest'
import { spelledOut } from './latin.ts'

it.each([
  ['människa', 'maenniska'],
  ['Ånger', 'aanger'],
  ['ÜBER', 'ueber'],
  ['rød', 'roed'],
  ['a\u0308ngel', 'aengel'],
  ['među', 'medju'],
  ['điều', undefined],
  ['word', undefined],
  ['créateur', undefined],
])('%s is spelled out as %s', (word, out) => expect(spelledOut(word)).toBe(out))
