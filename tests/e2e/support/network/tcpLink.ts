import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** How bad a line is. */
export type Line = {
  /** Each way. */
  delayMs: number
  /** Of the segments that a connection carries, 0 to 1. */
  loss: number
}

const SEGMENT_BYTES = 1_460
/** TCP sends a lost segment again: what comes after it waits so long, from here up to five times as much. */
const RETRANSMIT_MS = 200
/** One in so many lost segments takes its connection with it. */
const DEATHS_ONE_IN = 60

/** The same sequence each time, so that a bad line is bad in the same way: mulberry32. */
export function makeDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** How long a chunk of `bytes` is held up by losses, in ms; Infinity when its connection dies of it. */
function stallMs(bytes: number, loss: number, dice: () => number): number {
  let stall = 0
  for (let sent = 0; sent < bytes; sent += SEGMENT_BYTES) {
    if (dice() >= loss) continue
    if (dice() < 1 / DEATHS_ONE_IN) return Number.POSITIVE_INFINITY
    stall += RETRANSMIT_MS * (1 + 4 * dice())
  }
  return stall
}

/** One way of a connection: what is put in arrives in order, as late as the line is bad. */
export class TcpLink {
  #arrived = Promise.resolve()
  #lastAt = 0
  readonly #to: Socket
  readonly #dice: () => number

  constructor(to: Socket, dice: () => number) {
    this.#to = to
    this.#dice = dice
  }

  send(chunk: Buffer, { delayMs, loss }: Line): void {
    const stall = loss > 0 ? stallMs(chunk.length, loss, this.#dice) : 0
    if (stall === Number.POSITIVE_INFINITY) {
      this.#after(0, () => this.#to.resetAndDestroy())
      return
    }
    const now = performance.now()
    this.#lastAt = Math.max(this.#lastAt, now + delayMs) + stall
    this.#after(this.#lastAt - now, () => this.#to.write(chunk))
  }

  /** After all that was sent before. */
  end(): void {
    this.#after(0, () => this.#to.end())
  }

  #after(ms: number, act: () => void): void {
    const due = ms > 0 ? wait(ms, undefined, { ref: false }) : undefined
    this.#arrived = this.#arrived.then(() => due).then(() => void (this.#to.destroyed || act()))
  }
}
