import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

describe('plainText', () => {
  it.each([
    ['plain text as it is', 'In the name', 'In the name'],
    ['white space of any kind', ' In \n\t the\u00a0name ', 'In the name'],
    ['markup within a word', '<b>A</b>llah <i>is</i> <span class="x">One</span>', 'Allah is One'],
    ['paragraphs and breaks apart', '<h2>Title</h2><p>One</p><p>Two<br>three</p>', 'Title One Two three'],
    ['lists and unknown elements apart', '<ul><li>a</li><li>b</li></ul><strange>c</strange>d', 'a b c d'],
    ['entities', 'Adam &amp; Eve &lt;3 &#x627;&#1604; &nbsp;&eacute;', 'Adam & Eve <3 ال é'],
    ['what is no entity', 'AT&T & more', 'AT&T & more'],
    ['a footnote mark left out', 'Lord<sup foot_note=254011>1</sup> of all', 'Lord of all'],
    ['a quoted one', 'Lord<sup foot_note="254011"><i>1</i></sup>, of', 'Lord, of'],
    ['any other raised text', '2<sup>nd</sup>', '2nd'],
    ['nothing of scripts, styles and comments', 'a<script>b</script><style>c</style><!-- d -->e', 'ae'],
    ['broken markup', '<p>one <b>two', 'one two'],
    ['nothing of attributes', '<a href="https://x.example/a>b">here</a>', 'here'],
    ['empty', '', ''],
  ])('%s', (_, html, text) => expect(plainText(html)).toBe(text))
})
