import { describe, expect, it } from 'vitest'
import { audioType } from './audio-type.ts'

const bytes = (...values: (number | string)[]) =>
  Uint8Array.from(
    values.flatMap((value) =>
      typeof value === 'string' ? [...value].map((sign) => sign.charCodeAt(0)) : value,
    ),
  )

const mp3 = bytes('ID3', 4, 0, 0)

describe('first bytes', () => {
  it.each<[string, Uint8Array, string | null]>([
    ['an ID3 tag', mp3, 'audio/mpeg'],
    ['a frame of MPEG-1 layer III', bytes(0xff, 0xfb, 0x90, 0x64), 'audio/mpeg'],
    ['a frame of MPEG-2 layer III', bytes(0xff, 0xf3, 0x44, 0xc4), 'audio/mpeg'],
    ['a frame of AAC', bytes(0xff, 0xf1, 0x50, 0x80), 'audio/aac'],
    ['a frame of AAC with a checksum', bytes(0xff, 0xf8, 0x50, 0x80), 'audio/aac'],
    ['Ogg', bytes('OggS', 0), 'audio/ogg'],
    ['FLAC', bytes('fLaC', 0), 'audio/flac'],
    ['WAV', bytes('RIFF', 1, 2, 3, 4, 'WAVE'), 'audio/wav'],
    ['MP4', bytes(0, 0, 0, 32, 'ftypM4A '), 'audio/mp4'],
    ['a web page', bytes('<!doctype html><html>'), null],
    ['a web page in UTF-16', bytes(0xff, 0xfe, 0x3c, 0, 0x21, 0), null],
    ['JSON', bytes('{"error":"ID3"}'), null],
    ['a picture', bytes(0x89, 'PNG', 13, 10), null],
    ['a JPEG picture', bytes(0xff, 0xd8, 0xff, 0xe0), null],
    ['another RIFF', bytes('RIFF', 1, 2, 3, 4, 'AVI '), null],
    ['a frame with a reserved rate', bytes(0xff, 0xfb, 0x9c, 0), null],
    ['a frame of a reserved version', bytes(0xff, 0xeb, 0x90, 0), null],
    ['a frame of a reserved layer', bytes(0xff, 0xe1, 0x90, 0), null],
    ['one byte', bytes(0xff), null],
    ['nothing', bytes(), null],
  ])('%s', (_, head, type) => expect(audioType('audio/x', head)).toBe(type))
})

describe('the type that an answer says', () => {
  it.each<[string | null, boolean]>([
    ['audio/mpeg', true],
    ['Audio/MPEG; charset=binary', true],
    ['application/octet-stream', true],
    ['binary/octet-stream', true],
    ['application/ogg', true],
    [null, true],
    ['text/html', false],
    ['text/plain', false],
    ['video/mp4', false],
    ['application/json', false],
    ['', false],
  ])('%s may be audio: %s', (type, may) => expect(audioType(type, mp3)).toBe(may ? 'audio/mpeg' : null))
})
