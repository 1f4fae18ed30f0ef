/**
 * Content HTML for applications: as data that any framework can show safely (`safeNodes`, in a page), and as words
 * (`plainText`, anywhere). `safeNodes` alone loads DOMPurify, which `simpleNodes` does without where a text is simple, and `plainText` alone htmlparser2's tokenizer.
 */
export { safeNodes } from './safe-nodes.ts'
export { simpleNodes } from './simple-nodes.ts'
export type { Direction, TextOptions } from './scripts.ts'
export type { FootnoteMark, SafeElement, SafeNode } from './safe-node.ts'
export { plainText } from './plain-text.ts'
