/**
 * A worker that stops dead in the middle of writing a mushaf: the twentieth put never returns. It says so first, and the
 * page kills it then. Evaluated before the entry point, whose imports come after.
 */
const fatalPut = 20
let puts = 0
const put = IDBObjectStore.prototype.put

IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
  if (this.name === 'mushaf_word' && ++puts === fatalPut) {
    self.postMessage('stopped in the middle')
    for (;;);
  }
  return key === undefined ? put.call(this, value) : put.call(this, value, key)
}

export {}
