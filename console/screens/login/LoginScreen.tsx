import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { wf } from "../../api/client.ts";
import { endQuery, forgetAccount, sessionQuery } from "../../api/session.ts";
import { setPageTitle } from "../../document/title.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields/TextField.tsx";
import { describeError } from "../../api/toasts.ts";
import { PlainForm } from "../../ui/fields/PlainForm.tsx";
import styles from "./LoginScreen.module.css";

type Credentials = { apiKey: string } | { loginToken: string };

/** Takes a one-time token out of the address's fragment, so that neither the history nor a copied address keeps it. */
function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token !== null) history.replaceState(history.state, "", location.pathname + location.search);
  return token;
}

function useLogIn() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { next } = useSearch({ from: "/login" });
  return useMutation({
    meta: { showsErrors: true },
    mutationFn: (credentials: Credentials) => wf.sessions.create(credentials),
    async onSuccess() {
      forgetAccount(client);
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
      await navigate({ to: next ?? "/" });
    },
  });
}

/** Logs in with an API key, or with the token of a printed link. */
export function LoginScreen() {
  const [apiKey, setApiKey] = useState("");
  const { mutate, isPending, error } = useLogIn();
  const { data: end } = useQuery(endQuery);
  useEffect(() => {
    setPageTitle("Log in");
    const sendToken = (): void => {
      // The address has it once, so strict mode's second effect sends nothing.
      const loginToken = takeToken();
      if (loginToken !== null) mutate({ loginToken });
    };
    sendToken();
    // A link that is opened in a tab with this screen changes the fragment alone.
    addEventListener("hashchange", sendToken);
    return () => removeEventListener("hashchange", sendToken);
  }, [mutate]);
  return (
    <main className={styles["screen"]}>
      <PlainForm onSubmit={() => mutate({ apiKey: apiKey.trim() })} className={styles["card"]}>
        <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" width="40" height="40" />
        <h1>Log in to Watchframe</h1>
        {typeof end === "string" && error === null && (
          <p role="status" className={styles["note"]}>
            {end}
          </p>
        )}
        {!isSecureContext && (
          <p role="note" className={styles["note"]}>
            This page came over plain http. Others on the network can read what you type here, and other services on
            this host can read or replace the session. Use https.
          </p>
        )}
        <p>The browser keeps a session, not the key. The session ends after 12 hours without use.</p>
        <TextField
          label="API key"
          value={apiKey}
          onChange={setApiKey}
          placeholder="wf_live_…"
          type="password"
          autoComplete="current-password"
          isRequired
          autoFocus
        />
        {error !== null && (
          <p role="alert" className={styles["error"]}>
            {describeError(error)}
          </p>
        )}
        <Button type="submit" variant="primary" isPending={isPending}>
          {isPending ? "Logging in …" : "Log in"}
        </Button>
        <p className={styles["hint"]}>
          <code>npm start</code> prints a link that logs in without a key.
        </p>
      </PlainForm>
    </main>
  );
}
