/** An invalid setting, which stops the start. The message is one line for the operator. */
export class ConfigError extends Error {}
