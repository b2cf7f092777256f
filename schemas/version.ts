import manifest from "../package.json" with { type: "json" };

/** The one version of the product and of its interface: that of `package.json`. */
export const { version } = manifest;
