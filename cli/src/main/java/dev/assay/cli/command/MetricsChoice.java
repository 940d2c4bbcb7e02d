package dev.assay.cli.command;

import dev.assay.model.exit.CommandFailure;
import dev.assay.run.metrics.MetricsRequest;
import dev.assay.run.workers.WorkerTokenFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Whether what is measured can be scraped meanwhile, and with which token. */
final class MetricsChoice {
    @Option(
            names = "--metrics",
            paramLabel = "[HOST:]PORT",
            description = {
                "Serves what is measured, all workers together, to Prometheus while the run goes on (docs/EVENTS.md); on",
                "loopback unless HOST is given, and only to those who show the token. Port 0 means any free one."
            })
    private Optional<String> listen = Optional.empty();

    @Option(
            names = "--metrics-token-file",
            paramLabel = "FILE",
            description = {
                "File with the bearer token for --metrics, which only you can read (default: a new token in metrics.token",
                "of the run directory, deleted at the end)."
            })
    private Optional<Path> tokenFile = Optional.empty();

    /**
     * What was chosen; empty where nobody is to scrape.
     *
     * @throws CommandFailure when the address is none, or the token can't be read
     */
    Optional<MetricsRequest> request() {
        if (listen.isEmpty() && tokenFile.isPresent()) {
            throw CommandFailure.badInput("--metrics-token-file is for --metrics; give both, or neither");
        }
        tokenFile.ifPresent(file -> {
            RemoteWorkerChoice.refuseInRun("--metrics-token-file", file);
            new WorkerTokenFile(file).read();
        });
        return CommandFailure.reading(
                "--metrics: ", () -> listen.map(text -> new MetricsRequest(MetricsRequest.address(text), tokenFile)));
    }

    /** The same words once more, without the file, which is here. */
    List<String> arguments() {
        return listen.map(text -> List.of("--metrics", text)).orElse(List.of());
    }
}
