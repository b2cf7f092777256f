import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { SignIn } from "#schemas/signIn.ts";
import { kinds, signInsQuery } from "../../api/access.ts";
import { wf } from "../../api/client.ts";
import { remainingError } from "../../api/problems.ts";
import { showDone } from "../../api/toasts.ts";
import { PickFrom } from "../../picker/PickSource.tsx";
import { AskBeforeLeaving } from "../../ui/dialogs/AskBeforeLeaving.tsx";
import { FormProblem } from "../../ui/fields/FormProblem.tsx";
import { Card, Page } from "../../ui/Page.tsx";
import { ErrorState, Loading } from "../../ui/states.tsx";
import { FormButtons, PlainForm } from "../../ui/fields/PlainForm.tsx";
import styles from "./Access.module.css";
import { SignInFields } from "./SignInFields.tsx";
import { formOfSignIn, newSignIn, signInPatch, signInRequest } from "./signInForm.ts";
import { SignInState } from "./SignInState.tsx";

/** A new sign-in. */
export function NewSignInScreen() {
  return (
    <Page
      title="New sign-in"
      about="The service signs in by your steps and keeps the session, for pages behind a log-in."
    >
      <SignInEditor savedSignIn={null} />
    </Page>
  );
}

/** A sign-in: its state, and its settings. */
export function SignInScreen() {
  const { signInId } = useParams({ from: "/shell/access/sign-ins/$signInId" });
  const { data, error, refetch } = useQuery(signInsQuery);
  const signIn = data?.find(({ id }) => id === signInId);
  if (signIn === undefined) {
    return (
      <Page title="Sign-in">
        {error === null && data === undefined ? (
          <Loading label="Loading the sign-in" lines={1} height="50vh" />
        ) : (
          <ErrorState error={error ?? new Error("There is no such sign-in.")} onRetry={() => void refetch()} />
        )}
      </Page>
    );
  }
  return (
    <Page title={signIn.name} about={`Sign-in of ${signIn.host}`}>
      <SignInState signIn={signIn} />
      <SignInEditor key={signIn.id} savedSignIn={signIn} />
    </Page>
  );
}

function SignInEditor({ savedSignIn }: { savedSignIn: SignIn | null }) {
  const [begin, setBegin] = useState(() => (savedSignIn === null ? newSignIn : formOfSignIn(savedSignIn)));
  const [form, setForm] = useState(begin);
  const client = useQueryClient();
  const navigate = useNavigate();
  const body = savedSignIn === null ? signInRequest(form) : signInPatch(form);
  const saving = useMutation({
    meta: { showsErrors: true },
    // The values of the steps are secret.
    gcTime: 0,
    mutationFn: () =>
      savedSignIn === null
        ? wf.signIns.create(signInRequest(form))
        : wf.signIns.update(savedSignIn.id, signInPatch(form)),
    async onSuccess(signIn) {
      await client.invalidateQueries({ queryKey: [kinds.signIns] });
      await client.invalidateQueries({ queryKey: [kinds.secrets] });
      const next = formOfSignIn(signIn);
      setBegin(next);
      setForm(next);
      showDone(savedSignIn === null ? `“${signIn.name}” signs in now.` : "Saved. The service signs in again.");
      if (savedSignIn === null)
        await navigate({ to: "/access/sign-ins/$signInId", params: { signInId: signIn.id }, ignoreBlocker: true });
    },
  });
  const [sent, setSent] = useState(body);
  const error = remainingError(saving.error, sent, body);
  const submit = (): void => {
    setSent(body);
    saving.mutate();
  };
  const { url, steps, proxy } = form;
  const options = {
    ...(steps.length > 0 && { steps: steps.map((step) => ({ ...step })) }),
    ...(proxy !== "" && { proxy }),
  };
  return (
    <PickFrom source={{ url, options }}>
      <Card>
        <PlainForm isReady={!saving.isPending} onSubmit={submit} noValidate className={styles["signIn"]}>
          <SignInFields form={form} onChange={setForm} error={error} isSaved={savedSignIn !== null} />
          <FormProblem error={saving.error} remainder={error} />
          <FormButtons
            submit={savedSignIn === null ? "Save and sign in" : "Save"}
            isPending={saving.isPending}
            isDisabled={form === begin}
            cancel="/access"
          />
        </PlainForm>
      </Card>
      <AskBeforeLeaving isChanged={form !== begin && !saving.isSuccess} />
    </PickFrom>
  );
}
