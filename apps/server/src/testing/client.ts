import pg from 'pg'

/** Runs `work` on a connection that is closed after it. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the statement under way tells it
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
