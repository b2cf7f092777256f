import { useMutation, useQueryClient } from "@tanstack/react-query";
import { showDone } from "./toasts.ts";

type Action<Input, Reply> = {
  send: (input: Input) => Promise<Reply>;
  /** The message afterwards. */
  done: (reply: Reply) => string;
  /** Kinds of resources that the action changes, as the first part of query keys. */
  changes: readonly string[];
};

/** A call that changes something: it says that it is done, and refetches what it changed. Errors show as messages. */
export function useAction<Input = void, Reply = unknown>({ send, done, changes }: Action<Input, Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (reply) => showDone(done(reply)),
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => changes.includes(String(kind)) }),
  });
}
