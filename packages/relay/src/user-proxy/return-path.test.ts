import { describe, expect, it } from 'vitest'
import { returnPath, withWord } from './return-path.ts'

describe('where a user may come back to', () => {
  it.each([
    ['/'],
    ['/mushaf/18?page=293#verse-10'],
    ['/a//b'],
    ['/?next=https://elsewhere.example/'],
    ['/@elsewhere.example'],
    ['/:80'],
  ])('%j', (path) => {
    expect(returnPath(path)).toBe(path)
  })

  it('is written so that a header can carry it', () => {
    expect(returnPath('/سورة?q=الكهف')).toMatch(/^\/[!-~]+$/)
  })

  it.each([
    [''],
    ['mushaf'],
    ['https://elsewhere.example/'],
    ['javascript:alert(1)'],
    ['//elsewhere.example'],
    ['///elsewhere.example'],
    ['/\\elsewhere.example'],
    ['\\\\elsewhere.example'],
    ['/\t/elsewhere.example'],
    ['/\n/elsewhere.example'],
    ['\t//elsewhere.example'],
    [' //elsewhere.example'],
    ['/.//elsewhere.example'],
    ['/..//elsewhere.example'],
    ['/%2e//elsewhere.example'],
    ['/a/..//elsewhere.example'],
    ['/a/../%2e%2E//elsewhere.example'],
    ['/a\r\nset-cookie: x=1'],
    ['/\u0000'],
    [`/${'a'.repeat(1_000)}`],
    [`/${'ك'.repeat(900)}`],
  ])('not %j', (path) => {
    expect(returnPath(path)).toBeUndefined()
  })

  it('takes a word for the page along', () => {
    expect(withWord('/a?b=1#c', 'sign-in', 'denied')).toBe('/a?b=1&sign-in=denied#c')
  })
})
