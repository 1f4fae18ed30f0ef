/** By itself, so that DOMPurify is loaded by itself. */
export { safeNodes } from 'waraq/html'
