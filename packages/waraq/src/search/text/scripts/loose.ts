import { arabicLoose } from './arabic.ts'
import { cyrillicLoose } from './latin.ts'

const looseLetters: Readonly<Record<string, string>> = { ...arabicLoose, ...cyrillicLoose }
const loosed = new RegExp(`[${Object.keys(looseLetters).join('')}]`, 'g')

/** A normalized word as typed without letters that keyboards of other languages lack. */
export function loose(word: string): string {
  return word.replace(loosed, (letter) => looseLetters[letter]!)
}
