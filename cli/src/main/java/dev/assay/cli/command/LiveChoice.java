package dev.assay.cli.command;

import dev.assay.model.exit.CommandFailure;
import dev.assay.run.metrics.MetricsRequest;
import dev.assay.worker.wire.HostPort;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether a browser can follow what is measured, and where. */
final class LiveChoice {
    @Option(
            names = "--live",
            paramLabel = "[HOST:]PORT",
            description = {
                "Shows the report's charts in a browser while the run goes on (docs/EVENTS.md), at an address that it prints; on",
                "loopback unless HOST is given. Port 0 means any free one."
            })
    private Optional<String> listen = Optional.empty();

    /**
     * Where to listen; empty where nobody is to follow.
     *
     * @throws CommandFailure when the address is none
     */
    Optional<HostPort> address() {
        return CommandFailure.reading("--live: ", () -> listen.map(MetricsRequest::address));
    }
}
