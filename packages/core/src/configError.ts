/** An error for the operator, who alone can correct it, such as an invalid setting. The message is one line. */
export class ConfigError extends Error {}
