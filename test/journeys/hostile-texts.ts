import type { Sandbox } from '@waraq/sandbox'
import { attacks } from '../../packages/waraq/src/quran/html/attacks.test-support.ts'

/** A chapter full of texts that try to run or load something, or to pass for another part of the page. */

/** Well-formed markup that would call at a trap, by what it tries. */
export function callers(trap: string): Readonly<Record<string, string>> {
  const run = `window.hostileRan=1;fetch('${trap}/run')`
  return {
    'a script': `<script src="${trap}/script"></script><script>${run};alert(1)</script>`,
    'a module': `<script type=module>import '${trap}/module.js'</script>`,
    'an image': `<img src="${trap}/image" onerror="${run};alert(2)">`,
    'an image of several': `<picture><source srcset="${trap}/source 1x"><img srcset="${trap}/srcset 2x"></picture>`,
    'a link that runs': `<a href="javascript:${run};alert(3)">words</a>`,
    'a link that pings': `<a href="https://example.invalid/" ping="${trap}/ping" onclick="${run}">words</a>`,
    'an SVG': `<svg onload="${run}"><image href="${trap}/svg" /><use href="${trap}/use#x"/><script>${run}</script></svg>`,
    'an SVG filter': `<svg><filter><feImage href="${trap}/filter"/></filter><a href="javascript:${run}"><text>x</text></a></svg>`,
    MathML: `<math href="javascript:${run}"><mtext><img src="${trap}/math" onerror="${run}"></mtext></math>`,
    'a style': `<style>@import url("${trap}/import"); * { background: url("${trap}/background") !important }</style>`,
    'a style of its own': `<p style="background: url('${trap}/style')">words</p><table background="${trap}/table"><tr><td>words</td></tr></table>`,
    'a frame': `<iframe src="${trap}/frame" srcdoc="<script>parent.hostileRan=1</script>"></iframe>`,
    'an object and an embed': `<object data="${trap}/object"></object><embed src="${trap}/embed">`,
    'a video, a sound, a track': `<video src="${trap}/video" poster="${trap}/poster"><track src="${trap}/track" default></video><audio src="${trap}/audio" autoplay></audio>`,
    'another base': `<base href="${trap}/base/"><img src="relative">`,
    'a refresh': `<meta http-equiv="refresh" content="0; url=${trap}/refresh">`,
    'a policy of its own': `<meta http-equiv="Content-Security-Policy" content="script-src 'none'; report-uri ${trap}/report">`,
    'links of the head': `<link rel=stylesheet href="${trap}/sheet"><link rel=preload as=script href="${trap}/preload"><link rel=icon href="${trap}/icon">`,
    'a form': `<form action="${trap}/form"><input name=q autofocus onfocus="${run}"><button>words</button></form>`,
    'names of the document': `<form id=getElementById name=querySelector><input name=cookie id=body></form><img name=createElement><a id=hostileRan name=trustedTypes href="https://example.invalid/">words</a><a id=location name=location>words</a>`,
    'a shadow root': `<div><template shadowrootmode=open><img src="${trap}/shadow" onerror="${run}"></template></div>`,
    'an input of type image': `<input type=image src="${trap}/input" onerror="${run}"><isindex type=image src="${trap}/isindex">`,
  }
}

export interface HostileText {
  readonly name: string
  /** 1-based: of the text, and of the verse that it stands at. */
  readonly number: number
  readonly html: string
  /** Whether the words behind the markup are to be seen, too. Markup that is never closed swallows them. */
  readonly closed: boolean
}

/** `harmless` and a number of its own before the markup, `kind` and the number behind it. */
export function hostileTexts(trap: string): readonly HostileText[] {
  const all = [
    ...Object.entries(callers(trap)).map(([name, markup]) => ({ name, markup, closed: true })),
    ...Object.entries(attacks).map(([name, markup]) => ({ name, markup, closed: false })),
  ]
  return all.map(({ name, markup, closed }, index) => {
    const number = index + 1
    return { name, number, closed, html: `harmless ${number} begins ${markup} kind ${number} ends` }
  })
}

type VerseRow = { readonly id: number; readonly verse_id: number; readonly verse_key: string }

function verseRows(sandbox: Sandbox, resource: string, chapter: number): readonly VerseRow[] {
  const rows = sandbox.snapshotRows(resource) as unknown as readonly VerseRow[]
  return rows.filter(({ verse_key: key }) => key.startsWith(`${chapter}:`))
}

/** From the first verse of a chapter on, each text as translation, footnote and tafsir of a verse. */
export function publishHostile(sandbox: Sandbox, chapter: number, texts: readonly HostileText[]): void {
  const translations = verseRows(sandbox, 'translations:20', chapter)
  const tafsirs = verseRows(sandbox, 'tafsirs:169', chapter)
  sandbox.publish(
    texts.flatMap(({ html }, index) => {
      const { id: key } = translations[index]!
      const { id, verse_id, verse_key } = tafsirs[index]!
      const note = { id: 900_000_000 + key, translation_id: key, text: html }
      const group = {
        group_tafsir_id: 900_000_000 + id,
        group_verse_key_from: verse_key,
        group_verse_key_to: verse_key,
        group_verses_count: 1,
        start_verse_id: verse_id,
        end_verse_id: verse_id,
      }
      const text = `note<sup foot_note=${note.id}>1</sup> ${html}`
      return [
        { resource: 'translations:20', update: { key, text, foot_notes: [note] } },
        { resource: 'tafsirs:169', update: { key: id, text: html, ...group } },
      ]
    }),
  )
}
