import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { countConnections } from './processes.ts'

describe('the connections of a process', () => {
  it.runIf(process.platform === 'linux')('are those to its port that are open', async () => {
    const accepted: Socket[] = []
    const server = createServer((socket) => accepted.push(socket)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    expect(countConnections(process.pid, port)).toBe(0)
    const clients = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'))
    await expect.poll(() => accepted.length).toBe(3)
    expect(countConnections(process.pid, port)).toBe(3)
    expect(countConnections(process.ppid, port)).toBe(0)
    clients[0]?.destroy()
    await expect.poll(() => countConnections(process.pid, port)).toBe(2)
    for (const socket of [...clients, ...accepted]) socket.destroy()
    server.close()
  })
})
