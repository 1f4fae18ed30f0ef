const { Readable } = require('node:stream')
const express = require('express')
const { createTokenRelay } = require('@waraq/relay')

const relay = createTokenRelay({
  authUrl: process.env.WARAQ_AUTH_URL,
  clientId: process.env.WARAQ_CLIENT_ID,
  clientSecret: process.env.WARAQ_CLIENT_SECRET,
  allowedOrigins: ['http://localhost:3000'],
  authorize: 'everyone',
})

express()
  .all('/token', async (incoming, outgoing) => {
    const { method, headers } = incoming
    const body = ['GET', 'HEAD'].includes(method) ? null : Readable.toWeb(incoming)
    const request = new Request(`http://localhost:3000/token`, { method, headers, body, duplex: 'half' })
    const answer = await relay(request)
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
    outgoing.end(Buffer.from(await answer.arrayBuffer()))
  })
  .listen(3000, '127.0.0.1')
