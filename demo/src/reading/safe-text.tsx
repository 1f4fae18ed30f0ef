import type { FootnoteMark, SafeElement, SafeNode } from 'waraq/html'
import { createElement, Fragment, useMemo, type ReactNode } from 'react'
import { versesHref } from '../routes/route.ts'
import { textNodes } from './text-nodes.ts'
import { usePlaces } from './use-places.ts'

/** Renders a footnote mark, given the footnote's id and the mark's text. */
export type RenderMark = (footnote: number, mark: string) => ReactNode

/** Headings within a text rank below those of the page. */
function tagOf({ tag }: SafeElement): string {
  return /^h[12]$/.test(tag) ? 'h3' : tag
}

type Places = ReturnType<typeof usePlaces>

function link({ href, lang, dir }: SafeElement, children: ReactNode, places: Places): ReactNode {
  const parsed = href === undefined ? null : places?.parsePlace(href)
  if (parsed?.status === 'ok' && parsed.place.kind === 'verses') {
    return (
      <a href={versesHref(parsed.place.from, parsed.place.to)} lang={lang} dir={dir}>
        {children}
      </a>
    )
  }
  return (
    <a href={href} lang={lang} dir={dir} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** Renders words, with references to verses as links. */
function words(text: string, places: Places): ReactNode {
  const references = places?.findVerseReferences(text) ?? []
  if (references.length === 0) return text
  let done = 0
  const pieces = references.flatMap(({ start, end, from, to }) => {
    const before = text.slice(done, start)
    done = end
    return [
      before,
      <a key={start} href={versesHref(from, to)}>
        {text.slice(start, end)}
      </a>,
    ]
  })
  return [...pieces, text.slice(done)]
}

function renderElement(
  element: SafeElement | FootnoteMark,
  renderMark: RenderMark | undefined,
  places: Places,
): ReactNode {
  if (element.tag === 'footnote') {
    return renderMark ? renderMark(element.id, element.mark) : <sup>{element.mark}</sup>
  }
  if (element.tag === 'br') return <br />
  if (element.tag === 'a') return link(element, renderNodes(element.children, renderMark, null), places)
  const children = renderNodes(element.children, renderMark, places)
  const { lang, dir, colSpan, rowSpan } = element
  return createElement(tagOf(element), { lang, dir, colSpan, rowSpan }, children)
}

function renderNodes(
  nodes: readonly SafeNode[],
  renderMark: RenderMark | undefined,
  places: Places,
): ReactNode {
  return nodes.map((node, index) => (
    <Fragment key={index}>
      {typeof node === 'string' ? words(node, places) : renderElement(node, renderMark, places)}
    </Fragment>
  ))
}

/**
 * Renders HTML of the service as React elements. The HTML is untrusted: only a few harmless elements are rebuilt. `dir` is
 * the direction of the text's language, if that is known.
 */
export function SafeText(props: {
  readonly html: string
  readonly dir?: 'ltr' | 'rtl' | 'auto' | undefined
  readonly renderMark?: RenderMark
  /** Whether references to verses become links, as in notes and tafsirs. */
  readonly linked?: boolean
}) {
  const { html, dir, renderMark, linked = false } = props
  const places = usePlaces(linked)
  const nodes = useMemo(() => textNodes(html, dir === 'auto' ? {} : { dir }), [html, dir])
  return renderNodes(nodes, renderMark, linked ? places : null)
}
