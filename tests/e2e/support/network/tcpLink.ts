import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** One direction of a connection: delivers chunks in order, each after a delay. */
export class TcpLink {
  #arrived = Promise.resolve()
  readonly #target: Socket

  constructor(target: Socket) {
    this.#target = target
  }

  send(chunk: Buffer, delayMs: number): void {
    this.#after(delayMs, () => this.#target.write(chunk))
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
