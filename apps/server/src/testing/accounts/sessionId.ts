/** The session that a token speaks for. */
export const sessionIdOf = (jwt: string): string =>
  JSON.parse(Buffer.from(jwt.split('.')[1] as string, 'base64url').toString()).sid
