import { expect, it } from 'vitest'
import { asciiDigits } from './digits.ts'

it.each([
  ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
  ['Persian and Urdu', '۰۱۲۳۴۵۶۷۸۹'],
  ['Bengali', '০১২৩৪৫৬৭৮৯'],
  ['Devanagari', '०१२३४५६७८९'],
  ['Thai', '๐๑๒๓๔๕๖๗๘๙'],
  ['Tai Tham, two rows in one block', '᪀᪁᪂᪃᪄᪅᪆᪇᪈᪉'],
  ['full width', '０１２３４５６７８９'],
  ['Adlam, beyond the first plane', '𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙'],
  ['mathematical, five rows without a gap', '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡'],
])('%s', (_, digits) => {
  expect(asciiDigits(`a${digits} 7²`)).toBe('a0123456789 7²')
})
