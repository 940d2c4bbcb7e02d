package dev.assay.cli.command;

import dev.assay.host.file.SecretFile;
import dev.assay.run.ProcessRedactor;
import dev.assay.run.Secrets;
import dev.assay.run.exit.CommandFailure;
import dev.assay.run.exit.ExitCode;
import dev.assay.scenario.YamlWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** {@code --set-file PATH=FILE}: an override whose value is in a file, since everybody can read the command lines of processes. */
final class SecretOption {
    private SecretOption() {}

    /**
     * The override with the text of the file as it is, but for one line end.
     *
     * @throws CommandFailure when the file can't be read, is not this user's alone, or holds what would not be known as a secret
     */
    static String read(String option) {
        int equals = option.indexOf('=');
        if (equals < 1 || equals == option.length() - 1) {
            throw refused("expected PATH=FILE, but found '" + option + "'");
        }
        String path = option.substring(0, equals);
        String secret = text(option.substring(equals + 1));
        String override = path + "=" + YamlWriter.quoted(secret);
        if (!Secrets.isMasked(Secrets.masked(List.of(override)).getFirst())) {
            throw refused(
                    "nothing in the name %s says that it is secret (password, token, secret, key), so its value would be stored with the run; use --set"
                            .formatted(path));
        }
        ProcessRedactor.token(secret); // The option has it in quotes.
        return override;
    }

    private static String text(String file) {
        try {
            return new SecretFile(Path.of(file)).read().replaceFirst("\\R\\z", "");
        } catch (IOException e) {
            throw refused("can't read %s: %s".formatted(file, e.getMessage()));
        }
    }

    private static CommandFailure refused(String why) {
        return new CommandFailure(ExitCode.BAD_INPUT, "--set-file: " + why);
    }
}
