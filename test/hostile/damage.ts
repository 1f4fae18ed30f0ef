import type { Random } from '@waraq/test-support/random'

/** Damage that does not know what it hits: to the bytes of a body, as networks, proxies and broken writers do it. */

type Bytes = Uint8Array<ArrayBuffer>
type Damage = (bytes: Bytes, random: Random) => Bytes

const encode = (text: string): Bytes => new TextEncoder().encode(text)

function joined(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function inserted(bytes: Bytes, random: Random, what: Uint8Array): Bytes {
  const at = random.int(bytes.length + 1)
  return joined(bytes.subarray(0, at), what, bytes.subarray(at))
}

/** Overlong forms, surrogates as bytes, lone continuations, starts without an end, bytes that UTF-8 never has. */
const invalidUtf8 = [
  [0xc0, 0x80],
  [0xe0, 0x80, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xed, 0xbf, 0xbf],
  [0xf4, 0x90, 0x80, 0x80],
  [0xf8, 0x88, 0x80, 0x80, 0x80],
  [0x80],
  [0xe2, 0x82],
  [0xff],
  [0xfe, 0xff],
]

const strangers = [
  '',
  ' \n',
  '<!doctype html><title>Sign in</title><script>location="//evil.example"</script>',
  '<?xml version="1.0"?><sync/>',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '{}',
  '{"error":{"code":"resync_required","message":"No."}}',
  '{"message":"No.","type":"forbidden","success":false}',
  ')]}\',\n{"sync":{}}',
  'callback({"sync":{}})',
]

const tails = [' ', '\n', '\u0000', '}', ']', ',', 'null', '{}', '// end', '\u001a', '\ufeff', '<!-- -->']

const damages: Readonly<Record<string, Damage>> = {
  'flip bits': (bytes, random) => {
    const flipped = bytes.slice()
    if (flipped.length === 0) return flipped
    for (let flips = 1 + random.int(4); flips > 0; flips--)
      flipped[random.int(flipped.length)]! ^= 1 << random.int(8)
    return flipped
  },
  cut: (bytes, random) => bytes.slice(0, random.int(bytes.length + 1)),
  'cut the head': (bytes, random) => bytes.slice(random.int(bytes.length + 1)),
  'take out a piece': (bytes, random) => {
    const from = random.int(bytes.length + 1)
    return joined(bytes.subarray(0, from), bytes.subarray(from + random.int(64)))
  },
  'repeat a piece': (bytes, random) => {
    const from = random.int(bytes.length + 1)
    return inserted(bytes, random, bytes.subarray(from, from + random.int(256)))
  },
  'random bytes': (bytes, random) =>
    inserted(
      bytes,
      random,
      Uint8Array.from({ length: 1 + random.int(8) }, () => random.int(256)),
    ),
  'invalid UTF-8': (bytes, random) => inserted(bytes, random, Uint8Array.from(random.pick(invalidUtf8))),
  'byte order mark': (bytes, random) => joined(encode('\ufeff'.repeat(1 + random.int(2))), bytes),
  'UTF-16': (bytes) => {
    const text = new TextDecoder().decode(bytes)
    const units = new Uint16Array(
      [...text].length === 0 ? [] : Array.from(text, (sign) => sign.charCodeAt(0)),
    )
    return new Uint8Array(units.buffer.slice(0))
  },
  'two documents': (bytes) => joined(bytes, bytes),
  'trailing garbage': (bytes, random) => joined(bytes, encode(random.pick(tails))),
  'leading garbage': (bytes, random) => joined(encode(random.pick(tails)), bytes),
  'something else': (_, random) => encode(random.pick(strangers)),
}

const names = Object.keys(damages)

export function damage(text: string, random: Random, how: string[]): Bytes {
  const name = random.pick(names)
  how.push(name)
  return damages[name]!(encode(text), random)
}
