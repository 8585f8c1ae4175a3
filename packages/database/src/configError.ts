/** A setting that stops the start; its message is one line for the operator. */
export class ConfigError extends Error {}
