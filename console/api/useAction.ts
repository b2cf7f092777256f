import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { showDone } from "./toasts.ts";

type Action<Input, Reply> = {
  send: (input: Input) => Promise<Reply>;
  /** The message afterwards. */
  done: (reply: Reply) => string;
  /** Runs with the message. Default: nothing. */
  onDone?: () => void;
  /** Kinds of resources that the action changes, as the first part of query keys. */
  changes: readonly string[];
};

/** A call that changes something: it says that it is done, and refetches what it changed. Errors show as messages. */
export function useAction<Input = void, Reply = unknown>(action: Action<Input, Reply>) {
  return useMutation(optionsOf(useQueryClient(), action));
}

/** The same for a form, which shows why it failed. What was entered is not kept, as it may be secret. */
export function useFormAction<Input = void, Reply = unknown>(action: Action<Input, Reply>) {
  return useMutation({ ...optionsOf(useQueryClient(), action), meta: { showsErrors: true }, gcTime: 0 });
}

function optionsOf<Input, Reply>(client: QueryClient, { send, done, onDone, changes }: Action<Input, Reply>) {
  return {
    mutationFn: send,
    onSuccess: (reply: Reply) => {
      showDone(done(reply));
      onDone?.();
    },
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey: [kind] }) => changes.includes(String(kind)) }),
  };
}
