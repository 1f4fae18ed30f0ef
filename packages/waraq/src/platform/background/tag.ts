/** The default tag of Waraq's sync events. Page and service worker have to use the same tag. */
export const defaultTag = 'waraq-sync'
