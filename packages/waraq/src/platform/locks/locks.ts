/** The part of the Web Locks API that is used. */
export type Locks = Pick<LockManager, 'request'>
