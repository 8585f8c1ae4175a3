import pg from 'pg'

const TOO_MANY = '53300'
const MAKE_DO_MS = 10_000

type Done = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: pg.PoolClient['release'],
) => void

/**
 * Makes do with the connections that it has while PostgreSQL gives no more of them, and asks for the rest again after
 * a while: whoever comes meanwhile waits for one of them instead of being refused (P5).
 */
export class Pool extends pg.Pool {
  readonly #max: number
  #later: NodeJS.Timeout | undefined

  constructor(config: pg.PoolConfig & { max: number }) {
    super(config)
    this.#max = config.max
  }

  override connect(): Promise<pg.PoolClient>
  override connect(done: Done): void
  override connect(done?: Done): Promise<pg.PoolClient> | undefined {
    if (done) {
      super.connect((error, client, release) => {
        if (this.#isToWait(error)) this.connect(done)
        else done(error, client, release)
      })
      return
    }
    return super.connect().catch((error) => {
      if (this.#isToWait(error)) return this.connect()
      throw error
    })
  }

  /** Each refusal leaves room for one less, so that it comes to an end. */
  #isToWait(error: unknown): boolean {
    const { code } = (error ?? {}) as { code?: string }
    if (code !== TOO_MANY || this.totalCount === 0) return false
    this.options.max = this.totalCount
    this.#later ??= setTimeout(() => {
      this.#later = undefined
      this.options.max = this.#max
    }, MAKE_DO_MS).unref()
    return true
  }
}
