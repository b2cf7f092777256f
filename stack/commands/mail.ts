import { randomUUID } from "node:crypto";
import { RecipientRequest } from "#schemas/recipient.ts";
import { bodyValidator } from "#schemas/validate.ts";
import { checked, type Command, readOptions } from "./command.ts";

const checkEmail = bodyValidator(RecipientRequest.properties.email);

/** Commands on e-mail. */
export const mailCommands: Record<string, Command> = {
  "mail test": {
    takes: "<address>",
    read([address = "", ...rest]) {
      const to = checked(checkEmail, "the address", address);
      readOptions(rest, []);
      return async ({ mailer }) => {
        const { send, service } = await mailer();
        const sentence = "Watchframe can send e-mail.";
        const sentId = await send({
          id: `test_${randomUUID()}`,
          to,
          subject: "A test of Watchframe",
          text: `${sentence}\n`,
          html: `<p>${sentence}</p>`,
          tag: "test",
          headers: {},
          pictures: [],
        });
        return [`${service} took a mail to ${to}: ${sentId}`];
      };
    },
  },
};
