/** Returns the id of the session to which the token belongs. */
export const sessionIdOf = (jwt: string): string =>
  JSON.parse(Buffer.from(jwt.split('.')[1] as string, 'base64url').toString()).sid
