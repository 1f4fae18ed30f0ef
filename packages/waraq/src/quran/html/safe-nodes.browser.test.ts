import DOMPurify from 'dompurify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { amongMany, attacks } from './attacks.test-support.ts'
import { plainText } from './plain-text.ts'
import { safeNodes } from './safe-nodes.ts'
import { simpleNodes } from './simple-nodes.ts'
import { type SafeNode, safeTags } from './safe-node.ts'
import { readNodes } from './read-nodes.ts'

const page = globalThis as { hostileRan?: unknown }
beforeEach(() => void delete page.hostileRan)

/** What is in the nodes and not on the list, in words; empty where all is well. */
function faults(nodes: readonly SafeNode[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    if (node.tag === 'footnote') {
      const { tag: _tag, id, mark, ...rest } = node
      return [
        ...Object.keys(rest),
        ...(Number.isSafeInteger(id) && id > 0 && typeof mark === 'string' ? [] : [`footnote ${id}`]),
      ]
    }
    const { tag, lang, dir, href, colSpan, rowSpan, children, ...rest } = node
    return [
      ...Object.keys(rest),
      ...(safeTags.includes(tag) ? [] : [tag]),
      ...(lang === undefined || /^[A-Za-z0-9-]+$/.test(lang) ? [] : [`lang ${lang}`]),
      ...(dir === undefined || ['ltr', 'rtl', 'auto'].includes(dir) ? [] : [`dir ${dir}`]),
      ...((tag === 'a') === (href !== undefined) ? [] : [`${tag} with href ${href}`]),
      ...(href === undefined || new URL(href).protocol === 'https:' ? [] : [href]),
      ...[colSpan, rowSpan].flatMap((span) =>
        span === undefined || (Number.isInteger(span) && span > 1 && /^t[dh]$/.test(tag))
          ? []
          : [`${tag} ${span}`],
      ),
      ...faults(children),
    ]
  })
}

/** Shows the nodes as an application would. */
function render(nodes: readonly SafeNode[], into: Element): void {
  for (const node of nodes) {
    if (typeof node === 'string') into.append(node)
    else if (node.tag === 'footnote') into.append(node.mark)
    else {
      const element = document.createElement(node.tag)
      if (node.lang !== undefined) element.lang = node.lang
      if (node.dir !== undefined) element.dir = node.dir
      if (node.href !== undefined) element.setAttribute('href', node.href)
      render(node.children, element)
      into.append(element)
    }
  }
}

/** Elements and attributes in the page that should not be there. */
function shown(nodes: readonly SafeNode[]): string[] {
  const host = document.createElement('div')
  document.body.append(host)
  render(nodes, host)
  for (const element of host.querySelectorAll<HTMLElement>('*')) {
    element.focus()
    for (const type of ['click', 'mouseover', 'focus', 'error', 'load', 'toggle', 'animationstart'])
      element.dispatchEvent(new Event(type, { cancelable: true }))
  }
  const wrong = Array.from(host.querySelectorAll('*'), (element) => [
    ...(safeTags.some((tag) => tag === element.localName) ? [] : [element.localName]),
    ...element.getAttributeNames().filter((name) => !['lang', 'dir', 'href'].includes(name)),
  ]).flat()
  host.remove()
  return wrong
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 20))

describe('hostile markup', () => {
  it.each(Object.entries(attacks))('%s comes to nothing', async (_name, html) => {
    const nodes = safeNodes(html)
    expect(faults(nodes)).toEqual([])
    expect(shown(nodes)).toEqual([])
    await turn()
    expect(page.hostileRan).toBeUndefined()
  })

  it.each([
    ['bare tags', 400],
    ['no tags', 6_000],
  ])('comes to nothing in a long text that keeps %s', async (_name, tags) => {
    for (const [name, attack] of Object.entries(attacks)) {
      const nodes = safeNodes(amongMany(tags, attack))
      expect([name, faults(nodes)]).toEqual([name, []])
      expect([name, shown(nodes.slice(-20))]).toEqual([name, []])
    }
    await turn()
    expect(page.hostileRan).toBeUndefined()
  })

  it('would be noticed: as the page takes it, much of it runs', async () => {
    const host = document.createElement('div')
    document.body.append(host)
    const names = ['an image that fails', 'a comment that ends early', 'a table that fosters']
    for (const name of names) {
      delete page.hostileRan
      host.innerHTML = attacks[name]!
      await expect.poll(() => page.hostileRan).toBe(1)
    }
    host.remove()
  })

  it.each(Object.entries(attacks))('%s comes to nothing by the list alone', (_name, html) => {
    expect(faults(readNodes(new DOMParser().parseFromString(html, 'text/html').documentElement))).toEqual([])
  })

  it('leaves the words around it', () => {
    expect(safeNodes('before<script>x</script> and <u>after</u>')).toEqual(['before and after'])
    expect(safeNodes('before <iframe>x</iframe><svg><text>y</text></svg>after')).toEqual(['before after'])
    expect(safeNodes('<custom-thing>one <font color=red>two</font></custom-thing>')).toEqual(['one two'])
  })

  it('drops what an element holds only where that is no text', () => {
    expect(safeNodes('a<object>b</object><textarea>c</textarea><select><option>d</select>e')).toEqual(['ae'])
  })

  it('keeps nothing that a script could find in the prototype', () => {
    const [link] = safeNodes('<a href="https://a.example/" __proto__=x>x</a>')
    expect(Object.getPrototypeOf(link)).toBe(Object.prototype)
    expect(Object.keys(link as object)).toEqual(['tag', 'href', 'children'])
  })
})

/** The words as a page shows them: a block's are apart from what is around it. */
function wordsShown(nodes: readonly SafeNode[]): string {
  const host = document.createElement('div')
  document.body.append(host)
  render(nodes, host)
  const words = host.innerText.split(/\s+/).filter((word) => word !== '')
  host.remove()
  return words.join(' ')
}

describe('words of different blocks', () => {
  it.each([
    ['cells of no table', '<td>one</td><td>two</td>three'],
    ['rows of no table', '<tr><td>one<tr><th>two</tr>three'],
    ['cells', '<table><tr><td>one</td><td>two</td></tr><tr><th>three</th></tr></table>'],
    ['a caption', '<table><caption>one</caption><tr><td>two</td></tr></table>three'],
    ['lists of terms', '<dl><dt>one</dt><dd>two</dd></dl>three'],
    ['sections', '<section>one</section><article>two</article>three'],
    ['text as it is written', 'one<pre>two</pre>three'],
    ['figures', '<figure>one<figcaption>two</figcaption></figure>three'],
    ['rules', 'one<hr>two<hr/>three'],
    ['lists', '<ul><li>one<li>two</ul>three'],
    ['headings', '<h1>one</h1>two<h6>three</h6>'],
    ['breaks', 'one<br>two<br/>three'],
    ['parts of a page', '<header>one</header><main>two</main><footer>three</footer>'],
    ['what opens', '<details><summary>one</summary>two</details>three'],
    ['lists of old', '<dir>one</dir><listing>two</listing>three'],
    ['choices of no list', '<option>one</option><option>two</option><optgroup>three</optgroup>'],
    ['forms', '<form>one<fieldset><legend>two</legend></fieldset></form>three'],
    ['blocks that nest too deep', `${'<div>'.repeat(40)}one<p>two</p>three`],
  ])('are apart: %s', (_, html) => {
    expect(wordsShown(safeNodes(html))).toBe('one two three')
    expect(plainText(html).replaceAll('\n', ' ')).toBe('one two three')
    expect(faults(safeNodes(html))).toEqual([])
  })

  it('are apart in a text with tags without end', () => {
    const html = `${'<i>a</i>'.repeat(3_000)} <td>one</td><td>two</td><dl><dt>three`
    expect(wordsShown(safeNodes(html))).toMatch(/a one two three$/)
  })
})

describe('a table', () => {
  const cell = (tag: 'td' | 'th', text: string, spans: object = {}) => ({ tag, ...spans, children: [text] })

  it('is one, with its parts and without what else it had', () => {
    const html = `<table class=x border=1 onclick=x>
      <caption>a</caption>
      <thead>\n<tr><th colspan=2 style="x">b</th></tr></thead>
      <tr><td rowspan="3" width=9>c</td> <td colspan="1">d</td></tr></table>`
    expect(safeNodes(html)).toEqual([
      {
        tag: 'table',
        children: [
          { tag: 'caption', children: ['a'] },
          { tag: 'thead', children: [{ tag: 'tr', children: [cell('th', 'b', { colSpan: 2 })] }] },
          {
            tag: 'tbody',
            children: [{ tag: 'tr', children: [cell('td', 'c', { rowSpan: 3 }), cell('td', 'd')] }],
          },
        ],
      },
    ])
  })

  it.each(['0', '-2', '1.5', '1e3', 'x', '1000000000'])('has no cell that spans %s', (span) => {
    const [table] = safeNodes(`<table><tr><td colspan="${span}">a</td></tr></table>`)
    expect(JSON.stringify(table)).not.toContain('colSpan')
  })

  it('is one in a long text, too', () => {
    const nodes = safeNodes(
      `${'<p>word</p>'.repeat(400)}<table class=x><tr><td colspan=2>a</td></tr></table>`,
    )
    expect(nodes.at(-1)).toEqual({
      tag: 'table',
      children: [{ tag: 'tbody', children: [{ tag: 'tr', children: [cell('td', 'a', { colSpan: 2 })] }] }],
    })
  })
})

describe('DOMPurify with global options', () => {
  afterEach(() => DOMPurify.clearConfig())

  it('is refused where its results are text', () => {
    DOMPurify.setConfig({})
    expect(() => safeNodes('<b>x</b>')).toThrow(expect.objectContaining({ code: 'sanitiser_configured' }))
    DOMPurify.clearConfig()
    expect(safeNodes('<b>x</b>')).toEqual([{ tag: 'b', children: ['x'] }])
  })

  it('adds nothing to the list', () => {
    DOMPurify.setConfig({ RETURN_DOM_FRAGMENT: true, ADD_TAGS: ['iframe'], ADD_ATTR: ['onclick'] })
    for (const html of Object.values(attacks)) expect(faults(safeNodes(html))).toEqual([])
  })
})

describe('what is kept', () => {
  it('a text without markup, as it is', () => {
    expect(safeNodes('In the name of God')).toEqual(['In the name of God'])
    expect(safeNodes('')).toEqual([])
    expect(safeNodes(' ')).toEqual([' '])
  })

  it('character references, as characters', () => {
    expect(safeNodes('a &amp; b &lt;c&gt; &#233;&nbsp;d')).toEqual(['a & b <c> é\u00a0d'])
  })

  it('every listed element', () => {
    const apart = /^(?:a|br|table|caption|t(?:head|body|foot|r|h|d))$/
    for (const tag of safeTags.filter((name) => !apart.test(name)))
      expect(safeNodes(`<${tag} class=x>words</${tag}>`)).toEqual([{ tag, children: ['words'] }])
    expect(safeNodes('one<br>two<br/>three')).toEqual([
      'one',
      { tag: 'br', children: [] },
      'two',
      { tag: 'br', children: [] },
      'three',
    ])
  })

  it('links to https and to pages of the service’s site, and of others their words', () => {
    expect(safeNodes('<a href="HTTPS://Example.org/a b?c=1&amp;d=2#e" target=_blank>x</a>')).toEqual([
      { tag: 'a', href: 'https://example.org/a%20b?c=1&d=2#e', children: ['x'] },
    ])
    expect(safeNodes('see <a href="http://a.example">this</a>, <a href="255">that</a>, <a>x</a>')).toEqual([
      'see this, that, x',
    ])
    expect(safeNodes('<a href="/2/255">that</a>')).toEqual([
      { tag: 'a', href: 'https://quran.com/2/255', children: ['that'] },
    ])
  })

  it('language and direction, where they are some', () => {
    expect(safeNodes('<span lang="AR-arab" dir="RTL">x</span><p lang="no language" dir=up>y</p>')).toEqual([
      { tag: 'span', lang: 'ar-Arab', dir: 'rtl', children: ['x'] },
      { tag: 'p', children: ['y'] },
    ])
  })

  it('marks of footnotes, quoted or not', () => {
    expect(safeNodes('word<sup foot_note=254011>1</sup> and <sup foot_note="254012"><i>2</i></sup>')).toEqual(
      [
        'word',
        { tag: 'footnote', id: 254011, mark: '1' },
        ' and ',
        { tag: 'footnote', id: 254012, mark: '2' },
      ],
    )
  })

  it.each(['0', '-1', '1.5', '1e3', 'one', '', '99999999999999999999'])('%j is no footnote', (id) => {
    expect(safeNodes(`<sup foot_note="${id}">1</sup>`)).toEqual([{ tag: 'sup', children: ['1'] }])
  })
})

/** No test of speed: without bounds, each of these texts takes minutes or overflows the stack. */
describe('a text that is too much', () => {
  const twoMegabytes = 2_000_000
  const many: Readonly<Record<string, string>> = {
    'nested elements': `${'<div>'.repeat(100_000)}words${'</div>'.repeat(100_000)}`,
    'nested formatting that is never closed': `${'<b>'.repeat(100_000)}words`,
    'nested elements that are not listed': `${'<section>'.repeat(100_000)}words`,
    'nested SVG': `words${'<svg><g>'.repeat(100_000)}`,
    'elements copied into each paragraph': `<p>${Array.from({ length: 2_000 }, (_, n) => `<b a${n}>`).join('')}${'<p>words'.repeat(2_000)}`,
    'elements of different languages copied': `<p>${Array.from({ length: 2_000 }, (_, n) => `<i lang=a${n.toString(36)}>`).join('')}${'<p>words'.repeat(2_000)}`,
    'nested tables': `${'<table><td>'.repeat(2_400)}words`,
    'tables that foster what they hold': `words${'<table>x'.repeat(4_900)}`,
    'attributes of one element': `<p ${Array.from({ length: 200_000 }, (_, n) => `a${n}`).join(' ')}>words`,
    'attributes behind a bracket in quotes': `<p x=">" ${Array.from({ length: 200_000 }, (_, n) => `a${n}`).join(' ')}>words`,
    'two megabytes of words': 'words &amp; '.repeat(twoMegabytes / 12),
    'two megabytes of elements': '<b>words</b>'.repeat(twoMegabytes / 12),
    'two megabytes of brackets': `words${'<'.repeat(twoMegabytes)}`,
    'two megabytes of comments': `words${'<!--'.repeat(twoMegabytes / 4)}`,
    'two megabytes of broken tags': `words${'<a "'.repeat(twoMegabytes / 4)}`,
  }

  it.each(Object.entries(many))('%s: ends, with its words', { timeout: 60_000 }, (_name, html) => {
    const nodes = safeNodes(html)
    expect(JSON.stringify(nodes.slice(0, 100))).toContain('words')
    expect(nodes.length).toBeLessThan(100_000)
  })

  it('nests no deeper than a recursion can go', () => {
    const depth = (nodes: readonly SafeNode[]): number =>
      Math.max(
        0,
        ...nodes.map((node) =>
          typeof node === 'object' && 'children' in node ? 1 + depth(node.children) : 0,
        ),
      )
    const nodes = safeNodes(`${'<div>'.repeat(290)}words`)
    expect(depth(nodes)).toBe(32)
    expect(JSON.stringify(nodes)).toContain('words')
  })

  it('keeps elements, links, languages and footnotes in a long text', () => {
    const html = `${'<p>word</p>'.repeat(400)}<!-- <b>x</b> --><p lang='ar' class="x">a<sup foot_note=7>1</sup> <a title='x' href='https://a.example/?a=1&amp;b="2"'>l</a> 1 < 2 <b class=x>b</b><br/><u>u</u><script>x</script></p>`
    expect(safeNodes(html).at(-1)).toEqual({
      tag: 'p',
      lang: 'ar',
      children: [
        'a',
        { tag: 'footnote', id: 7, mark: '1' },
        ' ',
        { tag: 'a', href: 'https://a.example/?a=1&b=%222%22', children: ['l'] },
        ' 1 < 2 ',
        { tag: 'b', children: ['b'] },
        { tag: 'br', children: [] },
        'u',
      ],
    })
  })

  it('keeps the words and lines of one with tags without end', () => {
    expect(safeNodes(`${'<i>a</i>'.repeat(3_000)}<p>b &amp; 1 < 2</p><b>c</b>`)).toEqual([
      `${'a'.repeat(3_000)}\nb & 1 < 2\nc`,
    ])
  })
})

describe('a page under Trusted Types', () => {
  it('gets the same, with DOMPurify as the only policy', async () => {
    const frame = document.createElement('iframe')
    const module = new URL('../../html.ts', import.meta.url).href
    const reported = new Promise<unknown>((resolve) =>
      addEventListener('message', ({ data, source }) => source === frame.contentWindow && resolve(data)),
    )
    frame.srcdoc = `<!doctype html>
      <meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'; trusted-types dompurify">
      <script type="module">
        let refused = false
        try { document.body.innerHTML = '<b>x</b>' } catch { refused = true }
        try {
          const { safeNodes } = await import(${JSON.stringify(module)})
          parent.postMessage({ refused, nodes: safeNodes('a<b onclick=x>b</b><img src=x onerror=x>') }, '*')
        } catch (error) {
          parent.postMessage({ error: String(error) }, '*')
        }
      </script>`
    document.body.append(frame)
    expect(await reported).toEqual({ refused: true, nodes: ['a', { tag: 'b', children: ['b'] }] })
    frame.remove()
  })
})

describe('simple texts', () => {
  it.each([
    'words',
    'Guidance<sup foot_note=254011>1</sup> for <sup foot_note="7">2</sup> ',
    "<sup foot_note='7'>a > b</sup>\n<sup foot_note=8></sup>",
    'a > b<sup foot_note=1>\u200f1 </sup>\u00a0\ufeffc\f',
    'the word قال<sup foot_note=1>1</sup> and more',
    '<sup foot_note=7>1</sup>x'.repeat(400),
  ])('%j come to the same by DOMPurify', (html) => {
    // An element that is not simple.
    const [last, ...nodes] = safeNodes(`${html}<br>`).reverse()
    expect(last).toEqual({ tag: 'br', children: [] })
    expect(simpleNodes(html)).toEqual(nodes.reverse())
  })
})
