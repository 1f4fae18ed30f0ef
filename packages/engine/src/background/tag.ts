/** The tag of the sync events that are ours, where the application names no other. Page and service worker must agree. */
export const defaultTag = 'waraq-sync'
