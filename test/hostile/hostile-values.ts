import type { Random } from '@waraq/test-support/random'

/** Numbers as they are written: beyond the safe range, broken, negative, or no JSON. */
const numbers = [
  '0',
  '-0',
  '-1',
  '1.5',
  '1e0',
  '1E2',
  '0.1e1',
  '1e-7',
  '5e-324',
  '2000',
  '2147483648',
  '1000000000000',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '18446744073709551616',
  '1e21',
  '1e308',
  '1e400',
  '-1e400',
  '123456789012345678901234567890',
  '01',
  '+1',
  '1.',
  '.5',
  '0x10',
  'NaN',
  'Infinity',
  '-Infinity',
  '1_000',
  '1n',
]

/** Texts with what text may hold and should not: NUL, halves of surrogate pairs, marks that look like nothing. */
const texts = [
  '""',
  '" "',
  '"0"',
  '"1"',
  '"20"',
  '"-1"',
  '"1e3"',
  '"null"',
  '"true"',
  '"a\\u0000b"',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udfff"',
  '"\\udc00\\ud800"',
  '"\\ud83d\\ude00"',
  '"\\ufeff"',
  '"\\ufffe\\uffff"',
  '"\\u2028\\u2029"',
  '"\\u202e\\u200f"',
  '"e\\u0301 \\u00e9"',
  '"\\u007f\\u0080"',
  '"\\n\\r\\t\\b\\f\\\\\\/\\""',
  '"__proto__"',
  '"constructor"',
  '"toString"',
  '"<script>alert(1)</script>"',
  '"2026-13-45T99:99:99Z"',
  '"2026-08-01T00:00:00Z"',
  '"999:999"',
  '"1:1"',
  '"0:0"',
  '"ROW_UPDATE"',
  '"ROW_DELETE"',
  '"RESOURCE_DELETE"',
  '"RESOURCE_INVALIDATE"',
  '"RESOURCE_UPDATE"',
  '"ROW_MOVE"',
  '"translation"',
  '"mushaf_word"',
  '"audio_segment"',
  '"translations"',
  '"tafsirs"',
  '"mushafs"',
  '"quran_core"',
  '"../translations"',
  // No JSON: what some writers let through.
  '"a\u0000b"',
  '"line\nbreak"',
  "'single'",
  '"\\x41"',
  '"\\u12"',
  '"open',
]

/** Values of other kinds, and objects that pretend to be something. */
const others = [
  'null',
  'true',
  'false',
  '{}',
  '[]',
  '[null]',
  '[[]]',
  '[{}]',
  '{"0":1,"length":1}',
  '{"toString":1,"valueOf":1}',
  '{"toJSON":"x"}',
  '{"then":null}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"id":1,"id":2}',
  'undefined',
  '',
]

/** Keys, as they stand in the document. */
export const keys = [
  '"__proto__"',
  '"\\u005f_proto__"',
  '"constructor"',
  '"prototype"',
  '"toString"',
  '"valueOf"',
  '"hasOwnProperty"',
  '"toJSON"',
  '"then"',
  '"length"',
  '"0"',
  '"-1"',
  '"4294967295"',
  '""',
  '"\\u0000"',
  '"\\ud800"',
  '"\\ufeffid"',
  '"ID"',
  '"id "',
  '"id"',
  '"text"',
  '"data"',
  '"record_key"',
  '"record_type"',
  '"records"',
  '"sync"',
  '"mutations"',
  'bare',
  "'single'",
] as const

const longText = `"${'k'.repeat(10_240)}"`

export function hostileNumber(random: Random): string {
  return random.pick(numbers)
}

/** A value, as it stands in the document. */
export function hostileValue(random: Random): string {
  switch (random.int(8)) {
    case 0:
    case 1:
      return random.pick(numbers)
    case 2:
    case 3:
      return random.pick(texts)
    case 4:
    case 5:
      return random.pick(others)
    case 6: {
      const levels = random.pick([2, 10, 63, 64, 65, 66, 300])
      return random.oneIn(2)
        ? '['.repeat(levels) + ']'.repeat(levels)
        : '{"a":'.repeat(levels) + 'null' + '}'.repeat(levels)
    }
    default:
      return random.oneIn(16) ? longText : String(random.int(2 ** 31) - 2 ** 30)
  }
}

/** A key, as it stands in the document. */
export function hostileKey(random: Random): string {
  return random.oneIn(64) ? longText : random.pick(keys)
}
