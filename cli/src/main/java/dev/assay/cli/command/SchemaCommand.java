package dev.assay.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the JSON Schema of scenario files, with the systems that come with Assay. */
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        description = "Prints the JSON Schema of scenario files, for editors.")
public final class SchemaCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException {
        try (InputStream schema =
                Objects.requireNonNull(SchemaCommand.class.getResourceAsStream("/scenario.schema.json"))) {
            spec.commandLine().getOut().print(new String(schema.readAllBytes(), StandardCharsets.UTF_8));
        }
        spec.commandLine().getOut().flush();
        return 0;
    }
}
