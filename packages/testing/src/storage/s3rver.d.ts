declare module '@20minutes/s3rver' {
  type Options = {
    address: string
    port: number
    silent: boolean
    allowMismatchedSignatures: boolean
    directory: string
    /** With `key` and `cert`, the server uses TLS. */
    key?: Buffer
    cert?: Buffer
    configureBuckets: { name: string; configs: string[] }[]
  }
  class S3rver {
    constructor(options: Options)
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
  export = S3rver
}
