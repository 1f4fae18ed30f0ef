import { WaraqError } from '@waraq/protocol'
import DOMPurify from 'dompurify'
import { blockTags, separateCells } from './blocks.ts'
import { droppedTags } from './dropped.ts'
import { readNodes } from './read-nodes.ts'
import { safeTags, type SafeNode } from './safe-node.ts'
import { boundHtml } from './bound-html.ts'
import { markScripts, type TextOptions } from './scripts.ts'
import { simpleNodes } from './simple-nodes.ts'

const rules = {
  ALLOWED_TAGS: [...safeTags, ...blockTags],
  ALLOWED_ATTR: ['colspan', 'dir', 'foot_note', 'href', 'lang', 'rowspan'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https:|\/(?![/\\]))/i,
  // Otherwise DOMPurify would treat these as addresses.
  ADD_URI_SAFE_ATTR: ['colspan', 'dir', 'foot_note', 'lang', 'rowspan'],
  FORBID_CONTENTS: [...droppedTags],
  RETURN_DOM_FRAGMENT: true as const,
}

function noDom(): WaraqError {
  return new WaraqError({
    code: 'no_dom',
    message:
      'HTML can be made safe in a page only; there is no DOM here. Call `safeNodes` in the page, or use `plainText`.',
  })
}

function sanitiserTaken(): WaraqError {
  return new WaraqError({
    code: 'sanitiser_configured',
    message:
      'This page set global options of DOMPurify with `DOMPurify.setConfig`. Give options with each call instead.',
  })
}

/**
 * Sanitises the HTML. DOMPurify parses in its own document, where nothing runs or loads. The page never receives this fragment.
 */
function sanitised(html: string): DocumentFragment | null {
  // Null if the text removes the entire body, as `<frameset>` does.
  const fragment: DocumentFragment | string | null = DOMPurify.sanitize(html, rules)
  if (typeof fragment === 'string') throw sanitiserTaken()
  return fragment
}

/**
 * Converts HTML of the service to plain data that is harmless in any framework: a few elements, their language and direction,
 * https links and footnote marks. Arabic words in a text of another script get their language and direction from their letters,
 * and vice versa. The result contains no markup, so the page parses nothing again. Finishes quickly for any text: a very long
 * one keeps less of its formatting, and one with more than 5,000 tags keeps none.
 * @throws {WaraqError} `no_dom` on a server or in a worker; `sanitiser_configured`
 */
export function safeNodes(html: string, options?: TextOptions): SafeNode[] {
  if (!DOMPurify.isSupported) throw noDom()
  const simple = simpleNodes(html, options)
  if (simple) return simple
  const fragment = sanitised(separateCells(boundHtml(html)))
  return fragment ? markScripts(readNodes(fragment), options) : []
}
