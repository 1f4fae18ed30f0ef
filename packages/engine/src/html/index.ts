/**
 * Content HTML for applications: as data that is safe to show in any framework (`safeNodes`, in a page), and as words
 * (`plainText`, anywhere). Loads DOMPurify, or htmlparser2's tokenizer, only for the one that is used.
 */
export { safeNodes } from './safe-nodes.ts'
export type { FootnoteMark, SafeElement, SafeNode } from './safe-node.ts'
export { plainText } from './plain-text.ts'
