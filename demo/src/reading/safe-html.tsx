import DOMPurify from 'dompurify'
import { Fragment, type ReactNode } from 'react'

/**
 * HTML of the service as React elements. What the service sends is somebody else's text: DOMPurify parses it in a
 * document of its own, drops all but a few harmless elements, and the rest is built anew; no markup reaches the page.
 */
const allowed = {
  ALLOWED_TAGS: ['b', 'br', 'em', 'i', 'span', 'strong', 'sup'],
  ALLOWED_ATTR: ['foot_note'],
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
}

/** What stands for a footnote mark, given the footnote's id and the mark's text. */
export type RenderMark = (footnote: number, mark: string) => ReactNode

function renderElement(element: Element, renderMark: RenderMark | undefined): ReactNode {
  const children = () => renderNodes(element.childNodes, renderMark)
  switch (element.localName) {
    case 'sup': {
      const footnote = Number(element.getAttribute('foot_note'))
      if (footnote > 0 && renderMark) return renderMark(footnote, element.textContent)
      return <sup>{children()}</sup>
    }
    case 'b':
    case 'strong':
      return <strong>{children()}</strong>
    case 'em':
    case 'i':
      return <em>{children()}</em>
    case 'br':
      return <br />
    default:
      return children()
  }
}

function renderNodes(nodes: NodeListOf<ChildNode>, renderMark: RenderMark | undefined): ReactNode {
  return Array.from(nodes, (node, index) => (
    <Fragment key={index}>
      {node instanceof Element ? renderElement(node, renderMark) : node.textContent}
    </Fragment>
  ))
}

export function SafeHtml({ html, renderMark }: { readonly html: string; readonly renderMark?: RenderMark }) {
  // Most verses are plain text.
  if (!/[<&]/.test(html)) return html
  const fragment = DOMPurify.sanitize(html, { ...allowed, RETURN_DOM_FRAGMENT: true })
  return renderNodes(fragment.childNodes, renderMark)
}
