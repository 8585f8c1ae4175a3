/** An invalid setting, or another cause that only the operator can remove. The message is one line for the operator. */
export class ConfigError extends Error {}
