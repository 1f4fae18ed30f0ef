import { safeNodes, type SafeNode } from 'waraq/html'
import { h, type FunctionalComponent, type VNodeChild } from 'vue'

function shown(node: SafeNode): VNodeChild {
  if (typeof node === 'string') return node
  if (node.tag === 'footnote') return h('sup', node.mark)
  const { tag, children, ...attributes } = node
  return h(tag, attributes, children.map(shown))
}

/** Renders HTML of the service as elements, so that no markup reaches the page. */
export const SafeText: FunctionalComponent<{ html: string }> = ({ html }) => safeNodes(html).map(shown)
SafeText.props = ['html']
