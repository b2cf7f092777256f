/** A field in a template: `{{monitor.name}}`, also with spaces inside the braces. */
const placeholder = /\{\{([^{}]*)\}\}/gu;

/** The names of the fields that a template has, also those that no message knows. */
export function fieldsIn(template: string): string[] {
  return Array.from(template.matchAll(placeholder), ([, name = ""]) => name.trim());
}

/** Whether double braces are left that are around no field. */
export function hasLooseBraces(template: string): boolean {
  return /\{\{|\}\}/u.test(template.replaceAll(placeholder, " "));
}

/**
 * The template with its fields replaced by their values, once: braces in a value stay as they are. Null if a field has no
 * value.
 */
export function fillTemplate(template: string, values: Readonly<Record<string, string | null>>): string | null {
  const valueOf = (name: string): string | null => (Object.hasOwn(values, name) ? (values[name] ?? null) : null);
  if (fieldsIn(template).some((name) => valueOf(name) === null)) return null;
  return template.replaceAll(placeholder, (_whole, name: string) => valueOf(name.trim()) ?? "");
}
