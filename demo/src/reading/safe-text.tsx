import type { FootnoteMark, SafeElement, SafeNode } from '@waraq/reader/html'
import { createElement, Fragment, useMemo, type ReactNode } from 'react'
import { textNodes } from './text-nodes.ts'

/** Renders a footnote mark, given the footnote's id and the mark's text. */
export type RenderMark = (footnote: number, mark: string) => ReactNode

/** Headings of a text stand below those of the page. */
function tagOf({ tag }: SafeElement): string {
  return /^h[12]$/.test(tag) ? 'h3' : tag
}

function link({ href, lang, dir }: SafeElement, children: ReactNode): ReactNode {
  return (
    <a href={href} lang={lang} dir={dir} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

function renderElement(element: SafeElement | FootnoteMark, renderMark: RenderMark | undefined): ReactNode {
  if (element.tag === 'footnote') {
    return renderMark ? renderMark(element.id, element.mark) : <sup>{element.mark}</sup>
  }
  if (element.tag === 'br') return <br />
  const children = renderNodes(element.children, renderMark)
  if (element.tag === 'a') return link(element, children)
  return createElement(tagOf(element), { lang: element.lang, dir: element.dir }, children)
}

function renderNodes(nodes: readonly SafeNode[], renderMark: RenderMark | undefined): ReactNode {
  return nodes.map((node, index) => (
    <Fragment key={index}>{typeof node === 'string' ? node : renderElement(node, renderMark)}</Fragment>
  ))
}

/** HTML of the service as React elements. It is untrusted: only a few harmless elements are built anew. */
export function SafeText({ html, renderMark }: { readonly html: string; readonly renderMark?: RenderMark }) {
  const nodes = useMemo(() => textNodes(html), [html])
  return renderNodes(nodes, renderMark)
}
