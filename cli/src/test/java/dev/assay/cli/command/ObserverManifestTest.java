package dev.assay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.run.observe.WatchedServer;
import dev.assay.worker.wire.HostPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

/** Checks docs/observer-daemonset.yaml against the command that it starts, including the commented options that people may add. */
class ObserverManifestTest {
    private static final Path MANIFEST = Path.of("..", "docs", "observer-daemonset.yaml");
    private static final Pattern ARGUMENT = Pattern.compile("(?m)^ {12}(?:# )?- (--\\S+)");

    @Test
    void itsArgumentsAreThoseOfTheCommand() throws IOException {
        List<String> arguments = ARGUMENT.matcher(Files.readString(MANIFEST))
                .results()
                .map(argument -> argument.group(1).replace("$(NODE_NAME)", "node-1.example"))
                .toList();

        ParseResult parsed = new CommandLine(new WorkerCommand()).parseArgs(arguments.toArray(String[]::new));

        assertThat(arguments).hasSize(7);
        assertThat(parsed.unmatched()).isEmpty();
        assertThat(parsed.hasMatchedOption("--observe")).isTrue();
        assertThat(HostPort.parse(value(parsed, "--listen")).port()).isEqualTo(9200);
        List<String> servers =
                Objects.requireNonNull(parsed.matchedOption("--server")).stringValues();
        assertThat(servers.stream().map(WatchedServer::parse))
                .containsExactly(new WatchedServer("node-1.example", 9092));
    }

    private static String value(ParseResult parsed, String option) {
        return Objects.requireNonNull(parsed.matchedOption(option))
                .stringValues()
                .getFirst();
    }
}
