/** A separate module, so that DOMPurify is loaded separately. */
export { safeNodes } from 'waraq/html'
