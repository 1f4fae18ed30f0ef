/** Where worker and page tell of errors that nobody has caught. */
export const strayChannel = 'lifecycle:stray'
