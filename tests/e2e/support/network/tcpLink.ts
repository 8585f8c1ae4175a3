import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** The quality of a network connection. */
export type ConnectionQuality = {
  /** The delay in each direction. */
  delayMs: number
  /** The share of lost segments of a connection, 0 to 1. */
  loss: number
}

const SEGMENT_BYTES = 1_460
/** The least time for which a lost segment delays the data after it; the greatest is five times as long. */
const RETRANSMIT_MS = 200
/** On average, one of this many lost segments breaks its connection. */
const LOSSES_PER_BREAK = 60

/** Returns a seeded random generator (mulberry32), so that each run has the same losses. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Returns how long losses delay a chunk of `bytes`, in ms; Infinity if they break the connection. */
function stallMs(bytes: number, loss: number, random: () => number): number {
  let stall = 0
  for (let sent = 0; sent < bytes; sent += SEGMENT_BYTES) {
    if (random() >= loss) continue
    if (random() < 1 / LOSSES_PER_BREAK) return Number.POSITIVE_INFINITY
    stall += RETRANSMIT_MS * (1 + 4 * random())
  }
  return stall
}

/** One direction of a connection: delivers chunks in order, delayed by the quality of the line. */
export class TcpLink {
  #arrived = Promise.resolve()
  #lastAt = 0
  readonly #target: Socket
  readonly #random: () => number

  constructor(target: Socket, random: () => number) {
    this.#target = target
    this.#random = random
  }

  send(chunk: Buffer, { delayMs, loss }: ConnectionQuality): void {
    const stall = loss > 0 ? stallMs(chunk.length, loss, this.#random) : 0
    if (stall === Number.POSITIVE_INFINITY) {
      this.#after(0, () => this.#target.resetAndDestroy())
      return
    }
    const now = performance.now()
    this.#lastAt = Math.max(this.#lastAt, now + delayMs) + stall
    this.#after(this.#lastAt - now, () => this.#target.write(chunk))
  }

  /** Ends the connection after all earlier chunks. */
  end(): void {
    this.#after(0, () => this.#target.end())
  }

  #after(ms: number, action: () => void): void {
    const delay = ms > 0 ? wait(ms, undefined, { ref: false }) : undefined
    this.#arrived = this.#arrived.then(() => delay).then(() => void (this.#target.destroyed || action()))
  }
}
