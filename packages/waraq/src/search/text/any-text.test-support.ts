import * as fc from 'fast-check'

/** Any code point but halves of pairs. fast-check's own `binary` makes a table of all million first, which takes two seconds. */
const anyCharacter = fc
  .nat(0x10f7ff)
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800))

export const anyText = fc.string({ unit: anyCharacter })
