import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundHtml } from './bound-html.ts'

const many = (tags: number) => '<p>'.repeat(tags)

describe('a text that is long or rich', () => {
  it('is left as it is up to 300 tags and 32 KiB', () => {
    const html = `<x-y a=1>${many(299)}`
    expect(boundHtml(html)).toBe(html)
    expect(boundHtml(`${html}<x-y>`)).toBe(many(299))
    const long = `<x-y>${'x'.repeat(32_768 - 5)}`
    expect(boundHtml(long)).toBe(long)
    expect(boundHtml(`${long}x`)).toBe(`${long}x`.slice(5))
  })

  it('goes through with bare tags, and with the attributes that are kept', () => {
    const cases = {
      '<DIV Class=x LANG=ar dir="rtl" onclick="x">': '<div LANG="ar" dir="rtl">',
      '<sup foot_note=7>1</sup >': '<sup foot_note="7">1</sup>',
      '<a href=\'https://a.example/?b="c"\'>': '<a href="https://a.example/?b=&quot;c&quot;">',
      '<b lang=ar><i x><em/><strong\n>': '<b><i><em><strong>',
      '<u>x</u><custom-x>': 'x',
      '<script a=1>x</script>': '<script>x</script>',
      'a < b <3 <': 'a &lt; b &lt;3 &lt;',
      '<!-- <p a=1> --><!doctype x><?y?></>': '<!-- <p> -->',
      [`<p ${'a '.repeat(2_000)}>x`]: `&lt;p ${'a '.repeat(2_000)}>x`,
    }
    for (const [html, bounded] of Object.entries(cases))
      expect(boundHtml(`${many(300)}${html}`).slice(900)).toBe(bounded)
  })

  it('goes through without tags from 5,001 on, a block a line', () => {
    expect(boundHtml(`${many(5_000)}<b>a</b> 1 < 2 &amp;<br/>c<!-- d -->`)).toBe(
      `${'\n'.repeat(5_000)}a 1 &lt; 2 &amp;\nc d -->`,
    )
  })

  it('has no tags but bare ones of the list afterwards', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      'b',
      'p',
      ' x=',
      '"',
      "'",
      '/',
      '!--',
      'svg',
      ' lang=a',
      '\0',
      '\n',
      '=',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const rest = boundHtml(`${many(301)}${pieces.join('')}`).slice(903)
        const tags = rest.split('<').slice(1)
        expect(tags.filter((tag) => !/^(!--|\/?(b|p|svg)>|(p|svg)( lang="[^"<>]*")+>)/.test(tag))).toEqual([])
      }),
    )
  })
})
