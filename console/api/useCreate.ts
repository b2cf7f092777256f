import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { showDone } from "./toasts.ts";

type Creation<Input, Reply> = {
  send: (input: Input) => Promise<Reply>;
  /** Kind of the new thing, as the first part of query keys. */
  kind: string;
  /** The message afterwards. */
  done: string;
  /** Path of the screen that opens afterwards. */
  screen: (reply: Reply) => string;
};

/** A call that makes a thing, says so, and opens its screen. The form shows why it failed. */
export function useCreate<Input = void, Reply = unknown>({ send, kind, done, screen }: Creation<Input, Reply>) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    meta: { showsErrors: true },
    mutationFn: send,
    async onSuccess(reply) {
      await client.invalidateQueries({ queryKey: [kind] });
      showDone(done);
      await navigate({ to: screen(reply), ignoreBlocker: true });
    },
  });
}
