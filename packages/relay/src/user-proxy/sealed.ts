import { sha256Hex } from '@waraq/protocol'

/**
 * The form of a session in the store. Its key is a hash of the session's id, and its value is encrypted with a key derived from
 * the id. Only the browser has the id, so a copy of the store reveals neither sessions nor tokens.
 */

const info = new TextEncoder().encode('waraq session')
const ivBytes = 12

export async function storeKey(id: string): Promise<string> {
  return `session:${await sha256Hex(`waraq session ${id}`)}`
}

async function encryptionKey(id: string): Promise<CryptoKey> {
  const source = await crypto.subtle.importKey('raw', new TextEncoder().encode(id), 'HKDF', false, [
    'deriveKey',
  ])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return crypto.subtle.deriveKey(how, source, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Encrypts a JSON value as text that only the id can open. */
export async function seal(id: string, value: unknown): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const plain = new TextEncoder().encode(JSON.stringify(value))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await encryptionKey(id), plain)
  return toBase64(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
}

/** Returns the value that was sealed; undefined for anything else. */
export async function open(id: string, sealed: unknown): Promise<unknown> {
  if (typeof sealed !== 'string') return undefined
  try {
    const bytes = fromBase64(sealed)
    const how = { name: 'AES-GCM', iv: bytes.slice(0, ivBytes) }
    const plain = await crypto.subtle.decrypt(how, await encryptionKey(id), bytes.slice(ivBytes))
    return JSON.parse(new TextDecoder().decode(plain)) as unknown
  } catch {
    return undefined
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
