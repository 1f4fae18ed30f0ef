/** The channel on which worker and page report uncaught errors. */
export const strayChannel = 'lifecycle:stray'
