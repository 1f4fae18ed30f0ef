/** Where worker and page tell of uncaught errors. */
export const strayChannel = 'lifecycle:stray'
