/** Returns the id of the token's session. */
export const sessionIdOf = (jwt: string): string =>
  JSON.parse(Buffer.from(jwt.split('.')[1] as string, 'base64url').toString()).sid
