package dev.assay.cli.command;

import dev.assay.model.exit.CommandFailure;
import dev.assay.run.secret.SecretReader;
import dev.assay.scenario.SecretReference;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

final class SecretChoice {
    @Option(
            names = "--set-file",
            paramLabel = "KEY=PATH",
            description = {
                "Overrides a key with a secret: the text of a file that only you can read. Runs keep the path, never the",
                "text. Repeatable."
            })
    private List<String> files = List.of();

    private @Nullable SecretReader reader;

    /** Returns the overrides, followed by those that name the files of secrets. */
    List<String> with(List<String> overrides) {
        return Stream.concat(overrides.stream(), files.stream().map(SecretChoice::override))
                .toList();
    }

    private static String override(String option) {
        int equals = option.indexOf('=');
        if (equals < 1 || equals == option.length() - 1) {
            throw CommandFailure.badInput("--set-file: expected KEY=PATH, but found '" + option + "'");
        }
        Path file = Path.of(option.substring(equals + 1)).toAbsolutePath();
        return option.substring(0, equals) + "=" + new SecretReference(true, file.toString());
    }

    /**
     * Returns the reader of all named secrets.
     *
     * @param scenario the file to which paths of secrets in the scenario are relative
     */
    SecretReader of(Path scenario) {
        SecretReader known = reader == null ? new SecretReader(scenario) : reader;
        reader = known;
        return known;
    }
}
