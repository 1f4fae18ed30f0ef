/**
 * Content HTML for applications: as data that any framework can show safely (`safeNodes`, in a page), and as words
 * (`plainText`, anywhere). Only `safeNodes` loads DOMPurify; `simpleNodes` does not need it for simple text. Only `plainText`
 * loads htmlparser2's tokenizer.
 */
export { safeNodes } from './quran/html/safe-nodes.ts'
export { simpleNodes } from './quran/html/simple-nodes.ts'
export type { Direction, TextOptions } from './quran/html/scripts.ts'
export type { FootnoteMark, SafeElement, SafeNode } from './quran/html/safe-node.ts'
export { plainText } from './quran/html/plain-text.ts'
