declare module 'autocannon' {
  declare namespace autocannon {
    type Request = { path: string; headers?: Record<string, string> }
    type Client = { setRequests(requests: Request[]): void }
    type Options = {
      url: string
      connections: number
      /** How long requests are sent, in seconds. */
      duration: number
      setupClient?(client: Client): void
    }
    type Result = {
      /** Percentiles of the time to a response, in milliseconds. */
      latency: { p50: number; p99: number }
      errors: number
      /** How long requests were sent, in seconds. */
      duration: number
      statusCodeStats: Record<string, { count: number }>
    }
  }
  declare function autocannon(options: autocannon.Options): PromiseLike<autocannon.Result>
  export = autocannon
}
