/** A worker file in which the engine's import was forgotten. */
export {}
