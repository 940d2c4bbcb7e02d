package dev.assay.cli.command;

import dev.assay.cli.cluster.ClusterOptions;
import dev.assay.cli.cluster.ClusterUp;
import dev.assay.cli.terminal.TerminalCommand;
import dev.assay.cluster.AssayCache;
import dev.assay.model.durability.DurabilityLevel;
import dev.assay.model.exit.CommandFailure;
import dev.assay.model.exit.ExitCode;
import dev.assay.model.unit.DurationText;
import dev.assay.scenario.ScenarioException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = {
            "Starts a local cluster and leaves it running.",
            "Once it is ready, prints how to connect. It runs until 'assay cluster down SYSTEM'. Ctrl-C before it is ready cancels the start."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:the cluster is ready",
            " 2:there is no such system, key or value",
            " 3:a cluster of this system is already up, or this machine lacks something",
            " 4:the system did not start, or not in time"
        })
public final class ClusterUpCommand extends TerminalCommand {
    @Parameters(index = "0", paramLabel = "SYSTEM", description = "The system to start, by its name in scenarios.")
    private String system = "";

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = {
                "A key of the system as in scenarios, such as version=3.9.1 or nodes=1;",
                "settings.broker.NAME=VALUE sets a server setting by the vendor's name. Repeatable."
            })
    private List<String> overrides = List.of();

    @Mixin
    private SecretChoice secrets = new SecretChoice();

    @Option(
            names = "--durability",
            paramLabel = "LEVEL",
            defaultValue = "",
            description =
                    "What an acknowledgement must guarantee: " + DurabilityLevel.ALL + "; default: as in scenarios.")
    private String durability = "";

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            defaultValue = "10 min",
            description = "Longest wait, downloads included (default: 10 min).")
    private String timeout = "10 min";

    @Override
    protected ExitCode run() throws ScenarioException {
        ClusterOptions wanted = ClusterOptions.of(system, secrets.with(overrides), durability, secrets.of(Path.of("")));
        out().print(new ClusterUp(AssayCache.standard(), progress()).run(wanted, patience(timeout)));
        return ExitCode.OK;
    }

    static Duration patience(String text) {
        return CommandFailure.reading("--timeout takes a time such as 90 s, but is '" + text + "': ", () -> {
            Duration max = DurationText.parse(text);
            if (!max.isPositive()) {
                throw new IllegalArgumentException("it must be longer than 0");
            }
            return max;
        });
    }
}
